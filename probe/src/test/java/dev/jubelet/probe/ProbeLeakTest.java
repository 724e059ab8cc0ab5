package dev.jubelet.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is forgotten leaves nothing behind, and what is idle has no more than its timer. */
final class ProbeLeakTest {
  private static final int WORKERS = 1000;

  private final WatchedTimers timers = new WatchedTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.complete());
  @TempDir Path directory;

  @Test
  void aThousandForgottenProbesLeaveNoTimer() throws Exception {
    String container = FakeContainer.launch(cri, "app");
    CountDownLatch woken = new CountDownLatch(WORKERS);
    Probes probes = probes(woken);
    List<Pod> pods = pods();
    Instant now = timers.now();
    for (Pod pod : pods) {
      probes.observe(pod, ProbedPod.reading(pod, now, ProbedPod.running("app", container, now)));
    }
    assertThat(woken.await(60, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < WORKERS; i++) {
      timers.awaitTimer(Duration.ofSeconds(10));
    }
    assertThat(timers.pending()).isBetween(WORKERS, WORKERS + 1);
    pods.forEach(pod -> probes.forget(PodUid.of(pod)));
    // What may be left is the checkpoint, which waits a second between two writes.
    assertThat(timers.awaitAtMost(1)).isTrue();
    probes.close();
    timers.advance(Duration.ofSeconds(1));
    assertThat(timers.awaitAtMost(0)).isTrue();
    assertThat(probes.results(new PodUid("u1")).ready()).isEmpty();
  }

  private static List<Pod> pods() {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      pods.add(
          ProbedPod.of(
              "u" + i,
              ProbedPod.container("app").withReadinessProbe(ProbedPod.exec("ready")).build()));
    }
    return pods;
  }

  private Probes probes(CountDownLatch woken) {
    return new Probes(
        cri,
        timers,
        event -> {},
        uid -> woken.countDown(),
        new ProbeSettings(
            directory.resolve("probes.json"),
            timers::now,
            () -> "127.0.0.1",
            (pod, container, command) -> command,
            () -> 0.5,
            ProbeListener.UNHEARD));
  }
}
