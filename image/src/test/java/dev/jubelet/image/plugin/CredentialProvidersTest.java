package dev.jubelet.image.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.host.PipedPrograms;
import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.Credential.Origin;
import dev.jubelet.image.plugin.ProviderSpec.CacheType;
import dev.jubelet.image.plugin.ProviderSpec.TokenAttributes;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class CredentialProvidersTest implements PipedPrograms, ServiceAccounts {
  private static final String VERSION = "credentialprovider.kubelet.k8s.io/v1";
  private static final String IMAGE = "r.io/team/app";

  @TempDir Path programs;
  private final ManualTimers timers = new ManualTimers();
  private final List<Call> calls = new ArrayList<>();
  private final List<String> runs = new ArrayList<>();
  private final Map<String, String> annotations = new HashMap<>();
  private String accountUid = "sa-1";
  private String token = "token-1";
  private Ended answer = ok("Image", "\"10m\"", "p");
  private boolean late;

  @BeforeEach
  void makeProgram() throws IOException {
    for (String name : List.of("first", "second")) {
      Files.createFile(
          programs.resolve(name),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
  }

  @Override
  public synchronized Ended run(Call call) {
    calls.add(call);
    if (late) {
      throw new HostException(
          HostException.Kind.UNREADABLE, "did not end within 60 s and was killed");
    }
    return answer;
  }

  @Override
  public Account account(String namespace, String name) {
    return new Account(accountUid, annotations);
  }

  @Override
  public String token(Pod pod, String uid, String audience) {
    return token + "-" + audience;
  }

  private static Ended ok(String keyType, String duration, String password) {
    return printed(
        "{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"%s\",\"cacheKeyType\":\"%s\","
                .formatted(VERSION, keyType)
            + "\"cacheDuration\":"
            + duration
            + ",\"auth\":{\"r.io\":{\"username\":\"u\",\"password\":\""
            + password
            + "\"}}}");
  }

  private static Ended printed(String text) {
    return new Ended(0, ByteString.copyFromUtf8(text), "");
  }

  private static ProviderSpec spec(String name, Optional<TokenAttributes> tokens) {
    return new ProviderSpec(
        name,
        List.of("*.io"),
        Duration.ofMinutes(1),
        VERSION,
        List.of("get", "--quiet"),
        Map.of("REGION", "north"),
        tokens);
  }

  private CredentialProviders providers(ProviderSpec... specs) {
    return new CredentialProviders(
        List.of(specs),
        new CredentialProviders.Inputs(
            programs,
            true,
            this,
            this,
            (plugin, took, succeeded) -> runs.add(plugin + " " + succeeded),
            timers));
  }

  private CredentialProviders plain() {
    return providers(spec("first", Optional.empty()));
  }

  private static Pod pod(String account) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("web")
        .withUid("pod-1")
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName(account)
        .endSpec()
        .build();
  }

  private static List<String> passwords(CredentialProviders providers, String image, String account)
      throws InterruptedException {
    return providers.provide(pod(account), image).find(image).stream()
        .map(found -> found.login().password())
        .toList();
  }

  private String input(int call) {
    return calls.get(call).input().toStringUtf8();
  }

  @Test
  void aPluginIsAskedInTheWordsOfTheProtocol() throws InterruptedException {
    assertThat(passwords(plain(), IMAGE, "clerk")).containsExactly("p");
    assertThat(calls.getFirst().command())
        .containsExactly(programs.resolve("first").toString(), "get", "--quiet");
    assertThat(calls.getFirst().environment()).containsEntry("REGION", "north");
    assertThat(input(0))
        .isEqualTo(
            "{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":\"%s\",\"image\":\"%s\"}\n"
                .formatted(VERSION, IMAGE));
    assertThat(runs).containsExactly("first true");
  }

  @Test
  void onlyImagesThatMatchAreAskedFor() throws InterruptedException {
    assertThat(passwords(plain(), "r.com/app", "")).isEmpty();
    assertThat(calls).isEmpty();
  }

  @Test
  void aLoginForAnotherRegistryOpensNothing() throws InterruptedException {
    assertThat(passwords(plain(), "q.io/app", "")).isEmpty();
    assertThat(calls).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Image, r.io/team/app, 0",
    "Image, r.io/team/other, 1",
    "Registry, r.io/team/other, 0",
    "Registry, q.io/app, 1",
    "Global, q.io/app, 0"
  })
  void anAnswerIsKeptForWhatItSays(String keyType, String next, int moreRuns)
      throws InterruptedException {
    CredentialProviders providers = plain();
    answer = ok(keyType, "\"10m\"", "p");
    passwords(providers, IMAGE, "");
    passwords(providers, next, "");
    assertThat(calls).hasSize(1 + moreRuns);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"10m\"', 599, 1",
    "'\"10m\"', 600, 2",
    "null, 59, 1",
    "null, 60, 2",
    "'\"0s\"', 0, 2"
  })
  void anAnswerIsKeptForItsTimeOrTheUsualOne(String duration, long seconds, int runsInAll)
      throws InterruptedException {
    CredentialProviders providers = plain();
    answer = ok("Image", duration, "p");
    passwords(providers, IMAGE, "");
    timers.advance(Duration.ofSeconds(seconds));
    passwords(providers, IMAGE, "");
    assertThat(calls).hasSize(runsInAll);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not json",
        "{}",
        "{'kind':'CredentialProviderResponse','apiVersion':'credentialprovider.kubelet.k8s.io/v1beta1'}",
        "{'kind':'Other','apiVersion':'credentialprovider.kubelet.k8s.io/v1','cacheKeyType':'Image'}",
        "{'kind':'CredentialProviderResponse','apiVersion':'credentialprovider.kubelet.k8s.io/v1'}",
        "{'kind':'CredentialProviderResponse','apiVersion':'credentialprovider.kubelet.k8s.io/v1','cacheKeyType':'Image','x':1}"
      })
  void aBadAnswerIsNoneAndNotKept(String text) throws InterruptedException {
    CredentialProviders providers = plain();
    answer = printed(text.replace('\'', '"'));
    assertThat(passwords(providers, IMAGE, "")).isEmpty();
    answer = ok("Image", "null", "p");
    assertThat(passwords(providers, IMAGE, "")).containsExactly("p");
    assertThat(runs).containsExactly("first true", "first true");
  }

  @Test
  void oneThatFailsLeavesTheOthersAlone() throws InterruptedException {
    CredentialProviders providers =
        providers(spec("first", Optional.empty()), spec("second", Optional.empty()));
    answer = new Ended(3, ByteString.EMPTY, "no route");
    assertThat(passwords(providers, IMAGE, "")).isEmpty();
    late = true;
    assertThat(passwords(providers, IMAGE, "")).isEmpty();
    late = false;
    answer = ok("Image", "null", "p");
    assertThat(passwords(providers, IMAGE, "")).containsExactly("p", "p");
    assertThat(runs)
        .containsExactly(
            "first false",
            "second false",
            "first false",
            "second false",
            "first true",
            "second true");
  }

  private static TokenAttributes tokens(CacheType type, boolean required) {
    return new TokenAttributes(
        "registry", type, required, required ? List.of("team") : List.of(), List.of("zone"));
  }

  @Test
  void aTokenOfTheServiceAccountIsPassedOnWithItsAnnotations() throws InterruptedException {
    annotations.putAll(Map.of("team", "blue", "secret", "x"));
    CredentialProviders providers =
        providers(spec("first", Optional.of(tokens(CacheType.SERVICE_ACCOUNT, true))));
    List<Credential> found = providers.provide(pod("clerk"), IMAGE).find(IMAGE);
    assertThat(found)
        .extracting(Credential::origin)
        .containsExactly(new Origin.OfServiceAccount("sa-1", "shop", "clerk"));
    assertThat(input(0))
        .contains("\"serviceAccountToken\":\"token-1-registry\"")
        .contains("\"serviceAccountAnnotations\":{\"team\":\"blue\"}");
  }

  @Test
  void aPodWithoutWhatIsRequiredIsLeftOut() throws InterruptedException {
    CredentialProviders required =
        providers(spec("first", Optional.of(tokens(CacheType.TOKEN, true))));
    assertThat(passwords(required, IMAGE, "")).isEmpty();
    assertThat(passwords(required, IMAGE, "clerk")).as("no annotation").isEmpty();
    assertThat(calls).isEmpty();
    CredentialProviders optional =
        providers(spec("second", Optional.of(tokens(CacheType.TOKEN, false))));
    List<Credential> found = optional.provide(pod(""), IMAGE).find(IMAGE);
    assertThat(found).extracting(Credential::origin).containsExactly(Origin.NODE);
    assertThat(input(0)).doesNotContain("serviceAccountToken");
  }

  @ParameterizedTest
  @CsvSource({
    "SERVICE_ACCOUNT, sa-1, token-2, 1",
    "SERVICE_ACCOUNT, sa-2, token-1, 2",
    "TOKEN, sa-1, token-1, 1",
    "TOKEN, sa-1, token-2, 2"
  })
  void anAnswerForAnAccountIsForItAndMaybeItsTokenOnly(
      CacheType type, String nextUid, String nextToken, int runsInAll) throws InterruptedException {
    annotations.put("team", "blue");
    CredentialProviders providers = providers(spec("first", Optional.of(tokens(type, true))));
    answer = ok("Global", "\"10m\"", "p");
    passwords(providers, IMAGE, "clerk");
    accountUid = nextUid;
    token = nextToken;
    passwords(providers, IMAGE, "clerk");
    assertThat(calls).hasSize(runsInAll);
  }

  @ParameterizedTest
  @CsvSource({"TOKEN, 1", "SERVICE_ACCOUNT, 0"})
  void aTokenAsPasswordIsForThatTokenOnly(CacheType type, int logins) throws InterruptedException {
    annotations.put("team", "blue");
    answer = ok("Image", "null", "token-1-registry");
    CredentialProviders providers = providers(spec("first", Optional.of(tokens(type, true))));
    assertThat(passwords(providers, IMAGE, "clerk")).hasSize(logins);
  }

  @Test
  void thoseWhoAskTheSameAtATimeShareOneRun() throws InterruptedException {
    SharedRuns shared = new SharedRuns();
    SharedRuns.Question question = new SharedRuns.Question(IMAGE, Optional.empty());
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    Thread first = Thread.ofVirtual().start(() -> ask(shared, question, begun, goOn, answers));
    begun.await();
    Thread second =
        Thread.ofVirtual().start(() -> ask(shared, question, new CountDownLatch(1), goOn, answers));
    while (second.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    first.join();
    second.join();
    assertThat(answers).containsExactly(0, 0);
    assertThat(runs).containsExactly("run");
  }

  private void ask(
      SharedRuns shared,
      SharedRuns.Question question,
      CountDownLatch begun,
      CountDownLatch goOn,
      BlockingQueue<Integer> answers) {
    try {
      answers.add(
          shared
              .ask(
                  question,
                  () -> {
                    begun.countDown();
                    goOn.await();
                    runs.add("run");
                    return List.of();
                  })
              .size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aProgramThatIsMissingOrCannotRunStopsTheStart() throws IOException {
    assertThatThrownBy(() -> providers(spec("third", Optional.empty())))
        .isInstanceOf(ProviderConfigException.class)
        .hasMessage("plugin binary executable " + programs.resolve("third") + " did not exist");
    Files.createFile(
        programs.resolve("fourth"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    assertThatThrownBy(() -> providers(spec("fourth", Optional.empty())))
        .hasMessageContaining("error inspecting binary executable");
    assertThatThrownBy(
            () -> providers(spec("first", Optional.empty()), spec("first", Optional.empty())))
        .hasMessage("duplicate provider name \"first\" found in configuration file(s)");
  }
}
