package dev.jubelet.image.plugin;

import com.google.protobuf.ByteString;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.host.PipedPrograms;
import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.CredentialException;
import dev.jubelet.image.credential.Keyring;
import dev.jubelet.image.credential.RegistryPattern;
import dev.jubelet.image.plugin.ProviderSpec.CacheType;
import dev.jubelet.image.plugin.ProviderSpec.TokenAttributes;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One credential plugin: run when an image is of its business and no answer is kept.
 *
 * <p>Thread: the pods' lanes; blocks while the program runs, a minute at most. Owns: its answers.
 */
final class CredentialProvider {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** What providers need from elsewhere. */
  record Surroundings(
      Path programs,
      PipedPrograms runner,
      ServiceAccounts accounts,
      ProviderListener listener,
      Timers timers) {}

  private final ProviderSpec spec;
  private final Surroundings in;
  private final List<RegistryPattern> patterns;
  private final AnswerCache cache;
  private final SharedRuns runs = new SharedRuns();

  CredentialProvider(ProviderSpec spec, Surroundings in) {
    this.spec = spec;
    this.in = in;
    this.patterns =
        spec.matchImages().stream().map(RegistryPattern::parse).flatMap(Optional::stream).toList();
    this.cache = new AnswerCache(in.timers());
  }

  String name() {
    return spec.name();
  }

  /** Throws {@link CredentialException} when it fails, which is nobody's failure but its own. */
  Keyring provide(Pod pod, String image) throws InterruptedException {
    if (patterns.stream().noneMatch(pattern -> pattern.matches(image))) {
      return Keyring.EMPTY;
    }
    String account = pod.getSpec().getServiceAccountName();
    if (spec.tokenAttributes().isEmpty()) {
      return Keyring.of(answer(image, Optional.empty()), Credential.Origin.NODE);
    }
    TokenAttributes tokens = spec.tokenAttributes().get();
    if (account == null || account.isEmpty()) {
      return tokens.requiresAccount()
          ? Keyring.EMPTY
          : Keyring.of(answer(image, Optional.empty()), Credential.Origin.NODE);
    }
    Optional<AccountScope> scope = scope(pod, account, tokens);
    return scope.isEmpty()
        ? Keyring.EMPTY
        : Keyring.of(answer(image, scope), scope.get().account());
  }

  private Optional<AccountScope> scope(Pod pod, String name, TokenAttributes tokens) {
    String namespace = pod.getMetadata().getNamespace();
    ServiceAccounts.Account account = in.accounts().account(namespace, name);
    Optional<Map<String, String>> annotations =
        AccountScope.annotations(tokens, account.annotations());
    return annotations.map(
        chosen ->
            new AccountScope(
                new Credential.Origin.OfServiceAccount(account.uid(), namespace, name),
                chosen,
                in.accounts().token(pod, account.uid(), tokens.audience())));
  }

  private List<Keyring.Entry> answer(String image, Optional<AccountScope> scope)
      throws InterruptedException {
    Optional<AccountScope.Key> key = scope.map(account -> account.cacheKey(cacheType()));
    Optional<List<Keyring.Entry>> kept = cache.find(image, key);
    return kept.isPresent()
        ? kept.get()
        : runs.ask(
            new SharedRuns.Question(image, scope.map(AccountScope::flightKey)),
            () -> run(image, scope, key));
  }

  private CacheType cacheType() {
    return spec.tokenAttributes().map(TokenAttributes::cacheType).orElse(CacheType.TOKEN);
  }

  private List<Keyring.Entry> run(
      String image, Optional<AccountScope> scope, Optional<AccountScope.Key> key)
      throws InterruptedException {
    byte[] output = execute(image, ProviderProtocol.request(spec.apiVersion(), image, scope));
    ProviderProtocol.Response response = ProviderProtocol.response(output, spec.apiVersion());
    if (scope.isPresent() && cacheType() != CacheType.TOKEN) {
      refuseToken(response.auth(), scope.get().token());
    }
    cache.store(
        response.keyType(),
        image,
        key,
        response.auth(),
        response.duration().orElse(spec.defaultCacheDuration()));
    return response.auth();
  }

  /** A kept token would be used by pods that it was not made for. */
  private static void refuseToken(List<Keyring.Entry> auth, String token) {
    if (auth.stream().anyMatch(entry -> entry.login().password().equals(token))) {
      throw new CredentialException(
          "credential provider plugin returned the service account token as the password, which"
              + " is only allowed with cacheType Token");
    }
  }

  private byte[] execute(String image, byte[] request) throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(in.programs().resolve(spec.name()).toString());
    command.addAll(spec.args());
    long start = in.timers().nanoTime();
    boolean succeeded = false;
    try {
      PipedPrograms.Ended ended =
          in.runner()
              .run(
                  new PipedPrograms.Call(
                      command, spec.environment(), ByteString.copyFrom(request), PATIENCE));
      if (ended.status() != 0) {
        throw failed(image, "exit status " + ended.status() + ": " + ended.errors());
      }
      succeeded = true;
      return ended.output().toByteArray();
    } catch (HostException e) {
      throw failed(image, String.valueOf(e.getMessage()));
    } finally {
      in.listener().ran(spec.name(), Duration.ofNanos(in.timers().nanoTime() - start), succeeded);
    }
  }

  private CredentialException failed(String image, String why) {
    return new CredentialException(
        "error execing credential provider plugin %s for image %s: %s"
            .formatted(spec.name(), image, why));
  }
}
