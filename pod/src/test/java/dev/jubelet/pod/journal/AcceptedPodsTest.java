package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AcceptedPodsTest {
  private static final Instant NOW = Journals.NOW;
  private static final Pod WEB = Journals.pod("web");
  private static final PodUid UID = PodUid.of(WEB);

  private final AcceptedPods pods = new AcceptedPods();

  private static PodStatus status(String phase) {
    PodStatus status = new PodStatus();
    status.setPhase(phase);
    return status;
  }

  @Test
  void aPodOfTheServerIsRememberedOnceItIsAccepted() {
    assertThat(pods.list(List.of(WEB))).isFalse();
    assertThat(pods.pods()).isEmpty();
    assertThat(pods.accept(WEB, NOW)).isTrue();
    assertThat(pods.accept(WEB, NOW)).isFalse();
    assertThat(pods.pods()).containsExactly(WEB);
  }

  @Test
  void aPodThatIsGoneIsForgottenAndAcceptedInVain() {
    pods.list(List.of(WEB));
    pods.accept(WEB, NOW);
    assertThat(pods.list(List.of())).isTrue();
    assertThat(pods.pods()).isEmpty();
    assertThat(pods.accept(WEB, NOW)).isFalse();
    assertThat(pods.pods()).isEmpty();
  }

  @Test
  void restoredPodsStayUntilTheServerIsSeen() {
    pods.restore(Journals.entry("web"));
    pods.restore(Journals.entry("gone"));
    assertThat(pods.serverSeen()).isFalse();
    assertThat(pods.accept(WEB, NOW.plusSeconds(9))).isFalse();
    assertThat(pods.all()).hasSize(2).allMatch(one -> one.at().equals(NOW));

    assertThat(pods.list(List.of(WEB))).isTrue();
    assertThat(pods.serverSeen()).isTrue();
    assertThat(pods.pods()).containsExactly(WEB);
  }

  @Test
  void podsComeInTheOrderInWhichTheyWereAccepted() {
    Pod first = Journals.pod("z");
    Pod second = Journals.pod("a");
    pods.list(List.of(second, first));
    pods.accept(first, NOW);
    pods.accept(second, NOW.plusSeconds(1));
    pods.accept(first, NOW.plusSeconds(2));
    assertThat(pods.pods()).containsExactly(first, second);
  }

  @Test
  void whatIsOverStaysOverWhateverTheServerStillBelieves() {
    pods.list(List.of(WEB));
    pods.accept(WEB, NOW);
    assertThat(pods.conclude(UID, status("Succeeded"))).isTrue();
    assertThat(pods.list(List.of(Journals.pod("web")))).isFalse();
    assertThat(pods.pods().getFirst().getStatus().getPhase()).isEqualTo("Succeeded");

    assertThat(pods.list(List.of(Journals.inPhase(WEB, "Failed")))).isTrue();
    assertThat(pods.pods().getFirst().getStatus().getPhase()).isEqualTo("Failed");
  }

  @Test
  void aPodThatWasNeverAcceptedHasNoEnd() {
    pods.list(List.of(WEB));
    assertThat(pods.conclude(UID, status("Failed"))).isFalse();
    assertThat(pods.pods()).isEmpty();
  }
}
