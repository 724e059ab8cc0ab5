package dev.jubelet.edge.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.api.cri.CheckpointContainerRequest;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.StopContainerRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CriDeadlinesTest {
  private final CriDeadlines deadlines = new CriDeadlines(Duration.ofMinutes(2));

  @Test
  void aSandboxHasTwiceTheUsualTime() {
    assertThat(deadlines.usual()).contains(Duration.ofMinutes(2));
    assertThat(deadlines.runPodSandbox()).contains(Duration.ofMinutes(4));
  }

  @Test
  void aStopHasItsGracePeriodOnTop() {
    StopContainerRequest request = StopContainerRequest.newBuilder().setTimeout(30).build();

    assertThat(deadlines.stopContainer(request)).contains(Duration.ofSeconds(150));
  }

  @Test
  void aCommandHasItsTimeoutOnTopOrNoDeadlineAtAll() {
    assertThat(deadlines.execSync(ExecSyncRequest.newBuilder().setTimeout(5).build()))
        .contains(Duration.ofSeconds(125));
    assertThat(deadlines.execSync(ExecSyncRequest.getDefaultInstance())).isEmpty();
  }

  @Test
  void aCheckpointHasTheLongerOfBothTimes() {
    assertThat(deadlines.checkpointContainer(checkpoint(300))).contains(Duration.ofMinutes(5));
    assertThat(deadlines.checkpointContainer(checkpoint(10))).contains(Duration.ofMinutes(2));
    assertThat(deadlines.raised(checkpoint(10)).getTimeout()).isEqualTo(120);
    assertThat(deadlines.raised(checkpoint(300)).getTimeout()).isEqualTo(300);
  }

  @Test
  void aCheckpointWithNegativeTimeoutIsRefused() {
    assertThatExceptionOfType(CriException.class)
        .isThrownBy(() -> deadlines.raised(checkpoint(-1)))
        .withMessageContaining("-1");
  }

  private static CheckpointContainerRequest checkpoint(long timeout) {
    return CheckpointContainerRequest.newBuilder().setTimeout(timeout).build();
  }
}
