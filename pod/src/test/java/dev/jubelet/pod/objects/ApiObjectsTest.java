package dev.jubelet.pod.objects;

import static dev.jubelet.pod.objects.FakeObjectServer.content;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.base.ByteBudget;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ApiObjectsTest {
  private static final ObjectKey SETTINGS = key("settings");
  private static final ObjectKey OTHER = key("other");

  private final ManualTimers timers = new ManualTimers();
  private final FakeObjectServer server = new FakeObjectServer();
  private final BlockingQueue<Set<ObjectKey>> changes = new LinkedBlockingQueue<>();
  private final ByteBudget budget = new ByteBudget(1000);
  private ApiObjects objects =
      ApiObjects.watching(server, changes::add, budget, timers, (RandomGenerator) () -> 0L);

  @AfterEach
  void close() {
    objects.close();
  }

  private static ObjectKey key(String name) {
    return new ObjectKey(ObjectKind.CONFIG_MAP, "shop", name);
  }

  /** A pod whose environment is made of these config maps. */
  private static Pod pod(String uid, String... configMaps) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("pod-" + uid)
        .withNamespace("shop")
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withEnvFrom(
            Stream.of(configMaps)
                .map(
                    name ->
                        new EnvFromSourceBuilder()
                            .withNewConfigMapRef()
                            .withName(name)
                            .endConfigMapRef()
                            .build())
                .toList())
        .endContainer()
        .endSpec()
        .build();
  }

  private Lookup settings() {
    return objects.configMap("shop", "settings");
  }

  private static Lookup found(String value) {
    return new Lookup.Found(Map.of("mode", ByteString.copyFromUtf8(value)));
  }

  private void nextChangeIs(ObjectKey key) throws InterruptedException {
    assertThat(changes.poll(10, TimeUnit.SECONDS)).containsExactly(key);
  }

  @Test
  void whatAPodUsesIsThereWhenItLooks() {
    server.put(SETTINGS, content("mode", "fast"));

    objects.register(pod("a", "settings"));

    assertThat(settings()).isEqualTo(found("fast"));
    assertThat(changes).isEmpty();
  }

  @Test
  void anObjectThatNobodyRegisteredIsNotLookedFor() {
    assertThat(settings())
        .isEqualTo(new Lookup.Failed("object \"shop\"/\"settings\" not registered"));
    assertThat(server.asked()).isEmpty();
  }

  @Test
  void aChangeIsToldAndSeenAtOnce() throws InterruptedException {
    server.put(SETTINGS, content("mode", "fast"));
    objects.register(pod("a", "settings"));
    settings();
    server.awaitWatches(1);

    server.put(SETTINGS, content("mode", "slow"));

    nextChangeIs(SETTINGS);
    assertThat(settings()).isEqualTo(found("slow"));
  }

  @Test
  void whatChangesButItsValuesIsNotTold() throws InterruptedException {
    server.put(SETTINGS, content("mode", "fast"));
    objects.register(pod("a", "settings"));
    settings();
    server.awaitWatches(1);

    server.put(SETTINGS, content("mode", "fast"));
    server.delete(SETTINGS);

    nextChangeIs(SETTINGS);
    assertThat(settings()).isEqualTo(new Lookup.Absent());
    assertThat(changes).isEmpty();
  }

  @Test
  void anObjectThatComesLaterIsToldToThoseWhoMissedIt() throws InterruptedException {
    objects.register(pod("a", "settings"));
    assertThat(settings()).isEqualTo(new Lookup.Absent());
    server.awaitWatches(1);

    server.put(SETTINGS, content("mode", "fast"));

    nextChangeIs(SETTINGS);
    assertThat(settings()).isEqualTo(found("fast"));
  }

  @Test
  void whoLooksWaitsASecondForTheFirstListAndIsToldWhenItComes() throws Exception {
    server.put(SETTINGS, content("mode", "fast"));
    server.silent(true);
    objects.register(pod("a", "settings"));
    FutureTask<Lookup> look = new FutureTask<>(this::settings);
    Thread.ofVirtual().start(look);
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }

    timers.advance(Duration.ofSeconds(1));

    assertThat(look.get(10, TimeUnit.SECONDS))
        .isEqualTo(
            new Lookup.Failed(
                "failed to sync configmap cache: timed out waiting for the condition"));
    server.silent(false);
    nextChangeIs(SETTINGS);
    assertThat(settings()).isEqualTo(found("fast"));
  }

  @Test
  void anObjectIsWatchedOnceAndAsLongAsAPodUsesIt() throws InterruptedException {
    objects.register(pod("a", "settings", "other"));
    objects.register(pod("b", "settings"));
    objects.register(pod("b", "settings"));
    server.awaitWatches(2);
    assertThat(server.asked()).containsExactlyInAnyOrder("list " + SETTINGS, "list " + OTHER);

    objects.unregister(new PodUid("a"));
    server.awaitWatches(1);
    objects.unregister(new PodUid("a"));
    assertThat(settings()).isEqualTo(new Lookup.Absent());

    objects.unregister(new PodUid("b"));
    server.awaitWatches(0);
    assertThat(settings()).isInstanceOf(Lookup.Failed.class);
  }

  @Test
  void aPodMayUseOtherObjectsLater() throws InterruptedException {
    objects.register(pod("a", "settings"));
    server.awaitWatches(1);

    objects.register(pod("a", "other"));

    assertThat(objects.configMap("shop", "other")).isEqualTo(new Lookup.Absent());
    assertThat(settings()).isInstanceOf(Lookup.Failed.class);
    server.awaitWatches(1);
  }

  @Test
  void anImmutableObjectIsKeptButNotWatched() throws InterruptedException {
    objects.register(pod("a", "settings"));
    settings();
    server.awaitWatches(1);

    server.put(SETTINGS, content("mode", "fast", true));

    nextChangeIs(SETTINGS);
    server.awaitWatches(0);
    assertThat(settings()).isEqualTo(found("fast"));
  }

  @Test
  void aCacheAsksAgainWhenItIsTooOld() {
    objects = ApiObjects.caching(server, () -> Duration.ofSeconds(60), budget, timers);
    server.put(SETTINGS, content("mode", "fast"));
    objects.register(pod("a", "settings"));
    assertThat(settings()).isEqualTo(found("fast"));

    server.put(SETTINGS, content("mode", "slow"));
    timers.advance(Duration.ofSeconds(59));
    assertThat(settings()).isEqualTo(found("fast"));
    timers.advance(Duration.ofSeconds(1));
    assertThat(settings()).isEqualTo(found("slow"));
    assertThat(server.asked()).hasSize(2);
  }

  @Test
  void aCacheAsksAgainForAPodThatIsNew() {
    objects = ApiObjects.caching(server, () -> Duration.ofSeconds(60), budget, timers);
    server.put(SETTINGS, content("mode", "fast"));
    objects.register(pod("a", "settings"));
    settings();
    server.put(SETTINGS, content("mode", "slow"));

    objects.register(pod("b", "settings"));

    assertThat(settings()).isEqualTo(found("slow"));
  }

  @Test
  void aCacheKeepsWhatItHasWhileTheServerFails() {
    objects = ApiObjects.caching(server, () -> Duration.ofSeconds(60), budget, timers);
    server.fail(new ApiException(ApiException.Kind.UNAVAILABLE, "no way"));
    objects.register(pod("a", "settings"));
    assertThat(settings()).isEqualTo(new Lookup.Failed("no way"));

    server.fail(null);
    server.put(SETTINGS, content("mode", "fast"));
    assertThat(settings()).isEqualTo(found("fast"));

    server.fail(new ApiException(ApiException.Kind.UNAVAILABLE, "no way"));
    timers.advance(Duration.ofSeconds(60));
    assertThat(settings()).isEqualTo(found("fast"));
    server.fail(null);
    server.delete(SETTINGS);
    assertThat(settings()).isEqualTo(new Lookup.Absent());
  }

  @Test
  void withoutACacheEachLookIsARequest() {
    objects = ApiObjects.asking(server);
    assertThat(settings()).isEqualTo(new Lookup.Absent());
    server.put(SETTINGS, content("mode", "fast"));
    assertThat(settings()).isEqualTo(found("fast"));
    server.fail(new ApiException(ApiException.Kind.FORBIDDEN, "not yours"));
    assertThat(settings()).isEqualTo(new Lookup.Failed("not yours"));
  }

  private static ObjectContent large() {
    return content("mode", "x".repeat(600));
  }

  private static Lookup refused(int inUse) {
    return new Lookup.Failed(
        ("ConfigMap shop/settings has 732 bytes and does not fit into memory: %d of the 1000 bytes"
                + " that the config maps and secrets of this node may have are in use")
            .formatted(inUse));
  }

  @Test
  void anObjectWithoutRoomIsRefusedToThosePodsAlone() {
    server.put(OTHER, large());
    server.put(SETTINGS, large());
    objects.register(pod("a", "other"));
    assertThat(objects.configMap("shop", "other")).isInstanceOf(Lookup.Found.class);
    objects.register(pod("b", "settings"));

    assertThat(settings()).isEqualTo(refused(732));
    assertThat(objects.configMap("shop", "other")).isInstanceOf(Lookup.Found.class);
    assertThat(budget.used()).isEqualTo(732);
  }

  @Test
  void whatWasRefusedIsReadAgainWhenThereIsRoom() throws InterruptedException {
    server.put(OTHER, large());
    server.put(SETTINGS, large());
    objects.register(pod("a", "other"));
    objects.configMap("shop", "other");
    objects.register(pod("b", "settings"));
    assertThat(settings()).isEqualTo(refused(732));

    objects.unregister(new PodUid("a"));

    nextChangeIs(SETTINGS);
    assertThat(settings()).isInstanceOf(Lookup.Found.class);
    assertThat(budget.used()).isEqualTo(732);
  }

  @Test
  void anObjectThatGrowsTooLargeKeepsItsLastContent() throws InterruptedException {
    server.put(OTHER, large());
    server.put(SETTINGS, content("mode", "fast"));
    objects.register(pod("a", "other"));
    objects.configMap("shop", "other");
    objects.register(pod("b", "settings"));
    assertThat(settings()).isEqualTo(found("fast"));
    server.awaitWatches(2);

    server.put(SETTINGS, large());
    server.put(SETTINGS, content("mode", "slow"));

    nextChangeIs(SETTINGS);
    assertThat(settings()).isEqualTo(found("slow"));
    assertThat(budget.used()).isEqualTo(732 + 136);
  }

  @Test
  void whatNobodyUsesTakesNothingOfTheBudget() throws InterruptedException {
    server.put(SETTINGS, large());
    objects.register(pod("a", "settings"));
    settings();
    assertThat(budget.used()).isEqualTo(732);
    objects.unregister(new PodUid("a"));
    assertThat(budget.used()).isZero();

    objects.register(pod("a", "settings"));
    settings();
    server.awaitWatches(1);
    server.delete(SETTINGS);
    nextChangeIs(SETTINGS);
    assertThat(budget.used()).isZero();
  }

  @Test
  void aCacheKeepsToTheBudget() {
    objects = ApiObjects.caching(server, () -> Duration.ofSeconds(60), budget, timers);
    server.put(OTHER, large());
    server.put(SETTINGS, large());
    objects.register(pod("a", "other"));
    objects.configMap("shop", "other");
    objects.register(pod("b", "settings"));
    assertThat(settings()).isEqualTo(refused(732));

    objects.unregister(new PodUid("a"));
    assertThat(settings()).isInstanceOf(Lookup.Found.class);
    objects.unregister(new PodUid("b"));
    assertThat(budget.used()).isZero();
  }

  @Test
  void binaryValuesBecomeFilesButNotVariables() {
    ObjectContent content =
        ObjectContent.of(
            new ConfigMapBuilder()
                .withNewMetadata()
                .endMetadata()
                .addToData("mode", "fast")
                .addToBinaryData("logo", "AP8=")
                .build());

    assertThat(content.text()).containsOnlyKeys("mode");
    assertThat(content.all())
        .containsEntry("logo", ByteString.copyFrom(new byte[] {0, -1}))
        .containsOnlyKeys("mode", "logo");
  }

  @Test
  void noTextShowsASecret() {
    ObjectContent content =
        ObjectContent.of(
            new SecretBuilder()
                .withNewMetadata()
                .endMetadata()
                .addToData("password", "czNjcmV0")
                .build());

    assertThat(content.text().get("password")).isEqualTo(ByteString.copyFromUtf8("s3cret"));
    assertThat(List.of(content, new UsedObjects.State.Seen(content)).toString())
        .contains("password")
        .doesNotContain("s3cret");
  }
}
