package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.volume.disk.VolumeException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VolumeFailuresTest {
  private static final VolumeOutcome.Ready NONE = new VolumeOutcome.Ready(Map.of());

  private final VolumeFailures failures = new VolumeFailures();

  @Test
  void withoutTroubleThePodHasItsVolumes() {
    assertThat(failures.outcome(NONE)).isEqualTo(NONE);
  }

  @Test
  void oneFailureOutweighsAllWaiting() {
    failures.add("a", VolumeException.waiting("not yet"), "a: not yet");
    assertThat(failures.outcome(NONE)).isEqualTo(new VolumeOutcome.Waiting("a: not yet"));
    failures.add("b", new VolumeException("broken"), "b: broken");
    assertThat(failures.outcome(NONE)).isEqualTo(new VolumeOutcome.NotReady("b: broken"));
  }

  @Test
  void volumesOfWhichNobodyKnowsWhatTheyAreAreListed() {
    failures.add("c", VolumeException.unprocessed("PVC is not bound"), "PVC is not bound");
    failures.add("a", VolumeException.waiting("not yet"), "a: not yet");
    assertThat(failures.outcome(NONE))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                "Unable to attach or mount volumes: unmounted volumes=[a c], unattached"
                    + " volumes=[a], failed to process volumes=[c]: PVC is not bound"));
  }

  @Test
  void aVolumeTooManyRefusesThePod() {
    failures.add("z", VolumeException.overLimit("full"), "z: full");
    failures.add("b", new VolumeException("broken"), "b: broken");
    assertThat(failures.outcome(NONE))
        .isEqualTo(
            new VolumeOutcome.Refused(
                "VolumeAttachmentLimitExceeded",
                "Node has reached its volume attachment limit, rejecting pod. unmounted volumes=[b"
                    + " z], unattached volumes=[z], failed to process volumes=[]: z: full; b:"
                    + " broken"));
  }

  @Test
  void eachVolumeThatFailsIsToldAndThoseThatNobodyUnderstandsTogether() {
    failures.add("a", new VolumeException("broken"), "a: broken");
    failures.add("z", VolumeException.unprocessed("no claim"), "no claim");
    failures.add("m", VolumeException.mapping("no disk", new VolumeException("x")), "m: no disk");
    failures.add("c", VolumeException.unprocessed("no volume"), "no volume");
    failures.add("w", VolumeException.waiting("not yet"), "w: not yet");
    assertThat(failures.outcome(NONE))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                List.of(
                    new VolumeOutcome.Problem("FailedMount", "a: broken"),
                    new VolumeOutcome.Problem("FailedMapVolume", "m: no disk"),
                    new VolumeOutcome.Problem(
                        "FailedMount",
                        "Unable to attach or mount volumes: unmounted volumes=[a c m w z],"
                            + " unattached volumes=[w], failed to process volumes=[c z]: no claim;"
                            + " no volume"))));
  }
}
