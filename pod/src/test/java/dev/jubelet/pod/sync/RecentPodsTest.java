package dev.jubelet.pod.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods that are gone are kept for a while, and not too many of them. */
final class RecentPodsTest {
  private final ManualTimers timers = new ManualTimers();
  private final List<String> forgotten = new ArrayList<>();
  private final RecentPods pods =
      new RecentPods(2, Duration.ofHours(1), timers, uid -> forgotten.add(uid.value()));

  private static PodReport report(String name, String uid) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName(name)
            .withUid(uid)
            .addToAnnotations("large", "x".repeat(1000))
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("c")
            .withImage("busybox")
            .addNewEnv()
            .withName("A")
            .withValue("secret")
            .endEnv()
            .endContainer()
            .endSpec()
            .build();
    return new PodReport(pod, new PodStatusBuilder().withPhase("Failed").build(), true);
  }

  private List<String> uids() {
    return pods.all().stream().map(pod -> PodUid.of(pod).value()).toList();
  }

  @Test
  void theLastStatusIsKeptAndOnlyWhatExplainsItOfTheSpec() {
    pods.gone(report("web", "1"));

    Pod kept = pods.newest(new PodKey("default", "web")).orElseThrow();
    assertThat(kept.getStatus().getPhase()).isEqualTo("Failed");
    assertThat(kept.getSpec().getContainers().getFirst().getImage()).isEqualTo("busybox");
    assertThat(kept.getSpec().getContainers().getFirst().getEnv()).isEmpty();
    assertThat(kept.getMetadata().getAnnotations()).isNullOrEmpty();
  }

  @Test
  void theOldestGoesWhenThereAreTooMany() {
    pods.gone(report("a", "1"));
    pods.gone(report("b", "2"));
    pods.gone(report("c", "3"));

    assertThat(uids()).containsExactly("2", "3");
    assertThat(forgotten).containsExactly("1");
  }

  @Test
  void aPodIsForgottenAfterItsTime() {
    pods.gone(report("a", "1"));
    timers.advance(Duration.ofMinutes(30));
    pods.gone(report("b", "2"));
    timers.advance(Duration.ofMinutes(30).plusMillis(1));

    assertThat(uids()).containsExactly("2");
    assertThat(pods.newest(new PodKey("default", "a"))).isEmpty();
    assertThat(forgotten).containsExactly("1");
  }

  @Test
  void theNewestOfANameIsFoundAndOneThatIsBackIsNotGone() {
    pods.gone(report("web", "1"));
    pods.gone(report("web", "2"));
    assertThat(pods.newest(new PodKey("default", "web")).map(PodUid::of)).contains(new PodUid("2"));

    pods.back(new PodUid("2"));

    assertThat(uids()).containsExactly("1");
    assertThat(forgotten).isEmpty();
  }
}
