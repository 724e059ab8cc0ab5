package dev.jubelet.pod.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Amounts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ActivePodsTest {
  private static final int PORT = 8080;

  /** Each number makes one of six pods come or go. */
  @Property(tries = 200)
  void whatWasThereBeforeMakesNoDifference(
      @ForAll @Size(max = 20) List<@IntRange(max = 5) Integer> changes) {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      pods.add(withPort(AdmissionFixture.requesting("cpu", (i + 1) + "00m"), PORT + i % 2));
    }
    List<Pod> now = new ArrayList<>();
    ActivePods active = new ActivePods();
    for (int change : changes) {
      Pod pod = pods.get(change);
      if (now.remove(pod)) {
        active.drop(PodUid.of(pod));
      } else {
        now.add(pod);
        active.put(pod);
      }
      ActivePods fresh = ActivePods.of(now);
      assertThat(active.all()).isEqualTo(now);
      assertThat(active.count()).isEqualTo(now.size());
      assertThat(active.requested().milliCpu()).isEqualTo(fresh.requested().milliCpu());
      for (int port = PORT; port < PORT + 2; port++) {
        HostPort asked = new HostPort("TCP", "10.0.0.1", port);
        assertThat(active.holds(asked)).isEqualTo(fresh.holds(asked));
      }
    }
  }

  @Test
  void aPodThatChangedCountsAsItIsNow() {
    Pod before = AdmissionFixture.requesting("cpu", "1");
    Pod after =
        new PodBuilder(AdmissionFixture.requesting("cpu", "3"))
            .withMetadata(before.getMetadata())
            .build();
    ActivePods active = ActivePods.of(List.of(before));
    active.put(after);
    assertThat(active.count()).isEqualTo(1);
    assertThat(active.requested().milliCpu()).isEqualTo(3000);
  }

  @Test
  void aPodWhoseNumbersCannotBeReadCountsAsOneThatAsksForNothing() {
    ActivePods active = ActivePods.of(List.of(AdmissionFixture.requesting("cpu", "much")));
    assertThat(active.count()).isEqualTo(1);
    assertThat(active.requested()).isEqualTo(Amounts.NONE);
  }

  private static Pod withPort(Pod pod, int port) {
    return new PodBuilder(pod)
        .editSpec()
        .editFirstContainer()
        .addNewPort()
        .withContainerPort(80)
        .withHostPort(port)
        .endPort()
        .endContainer()
        .endSpec()
        .build();
  }
}
