package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.objects.Token;
import dev.jubelet.pod.objects.TokenKey;
import dev.jubelet.pod.objects.TokenRequests;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.ClusterService;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens, services and runtime classes while the API server is there, away or not yet seen. */
final class JournaledSuppliesTest {
  private static final ClusterService TILL =
      new ClusterService("shop", "till", "10.0.0.7", List.of());

  private final ManualTimers timers = new ManualTimers();
  private final AtomicInteger changes = new AtomicInteger();
  private final KeptFacts kept = new KeptFacts(changes::incrementAndGet);
  private final TokenRequests tokens =
      new JournaledTokens(this::answer, kept, this::unseen, timers);
  private boolean unseen;
  private int requests;
  private @Nullable ApiException failure;

  private boolean unseen() {
    return unseen;
  }

  private Token answer(TokenKey key) {
    if (failure != null) {
      throw failure;
    }
    requests++;
    Duration life = Duration.ofHours(1);
    return new Token("token-" + requests, life, timers.now().plus(life));
  }

  private String token() {
    return tokens.request(Journals.tokenKey("web")).value();
  }

  private void fail(ApiException.Kind kind) {
    failure = new ApiException(kind, "no");
  }

  @Test
  void aTokenOfTheServerIsKept() {
    assertThat(token()).isEqualTo("token-1");
    assertThat(changes).hasValue(1);
    assertThat(token()).isEqualTo("token-2");
    unseen = true;
    assertThat(token()).isEqualTo("token-2");
    assertThat(requests).isEqualTo(2);
  }

  @Test
  void anExpiredTokenServesOnlyUntilTheServerIsSeen() {
    token();
    timers.advance(Duration.ofHours(2));
    unseen = true;
    assertThat(token()).isEqualTo("token-1");

    unseen = false;
    fail(ApiException.Kind.UNAVAILABLE);
    assertThatThrownBy(this::token).isSameAs(failure);
    failure = null;
    assertThat(token()).isEqualTo("token-2");
  }

  @Test
  void aServerThatWasSeenAndIsSilentLeavesTheTokenThatIsStillGood() {
    token();
    fail(ApiException.Kind.TIMEOUT);
    assertThat(token()).isEqualTo("token-1");
  }

  @ParameterizedTest
  @EnumSource(
      value = ApiException.Kind.class,
      names = {"NOT_FOUND", "FORBIDDEN", "UNAUTHORIZED", "INVALID"})
  void aNoOfTheServerIsANo(ApiException.Kind kind) {
    token();
    fail(kind);
    assertThatThrownBy(this::token).isSameAs(failure);
  }

  @Test
  void servicesThatAreNotKnownYetAreAsTheyWere() {
    ServiceSource known =
        new JournaledServices(namespace -> Optional.of(List.of(TILL)), kept, this::unseen);
    ServiceSource silent = new JournaledServices(namespace -> Optional.empty(), kept, this::unseen);
    assertThat(silent.in("shop")).isEmpty();
    assertThat(known.in("shop")).contains(List.of(TILL));
    assertThat(silent.in("shop")).contains(List.of(TILL));
    unseen = true;
    assertThat(silent.in("shop")).contains(List.of(TILL));
    assertThat(silent.in("bank")).isEmpty();
  }

  @Test
  void servicesOfSeveralEntriesAreJoined() {
    ClusterService other = new ClusterService("shop", "shelf", "10.0.0.8", List.of());
    kept.restore(Journals.facts("web", "x"));
    kept.restore(
        new PodFacts(
            Map.of(), Map.of(), Map.of("shop", List.of(other)), Map.of(), ClaimFacts.NONE));
    assertThat(kept.services("shop").orElseThrow())
        .extracting(ClusterService::name)
        .containsExactly("shelf", "till");
  }

  @Test
  void aRuntimeClassThatCannotBeAskedForIsAsItWas() {
    RuntimeClasses there =
        new JournaledRuntimeClasses(name -> Optional.of("runc-" + name), kept, this::unseen);
    RuntimeClasses away =
        new JournaledRuntimeClasses(
            name -> {
              throw new UntranslatableException("away");
            },
            kept,
            this::unseen);
    assertThatThrownBy(() -> away.handler("small")).isInstanceOf(UntranslatableException.class);
    assertThat(there.handler("small")).contains("runc-small");
    assertThat(away.handler("small")).contains("runc-small");
    unseen = true;
    assertThat(away.handler("small")).contains("runc-small");
  }

  @Test
  void whatNoPodUsesIsForgotten() {
    kept.restore(Journals.facts("web", "x"));
    kept.restore(Journals.facts("gone", "x"));
    kept.retain(() -> List.of(Journals.pod("web")));
    assertThat(kept.find(Journals.tokenKey("web"))).isPresent();
    assertThat(kept.find(Journals.tokenKey("gone"))).isEmpty();
    assertThat(kept.find(Journals.PASSWORD)).isPresent();
    kept.retain(List::of);
    assertThat(kept.all()).isEqualTo(PodFacts.NONE);
  }
}
