package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.volume.disk.VolumeException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VolumeFailuresTest {
  private static final VolumeOutcome.Ready NONE = new VolumeOutcome.Ready(Map.of());

  private final VolumeFailures troubles = new VolumeFailures();

  @Test
  void withoutTroubleThePodHasItsVolumes() {
    assertThat(troubles.outcome(NONE)).isEqualTo(NONE);
  }

  @Test
  void oneFailureOutweighsAllWaiting() {
    troubles.add("a", VolumeException.waiting("not yet"), "a: not yet");
    assertThat(troubles.outcome(NONE)).isEqualTo(new VolumeOutcome.Waiting("a: not yet"));
    troubles.add("b", new VolumeException("broken"), "b: broken");
    assertThat(troubles.outcome(NONE)).isEqualTo(new VolumeOutcome.NotReady("b: broken"));
  }

  @Test
  void volumesOfWhichNobodyKnowsWhatTheyAreAreListed() {
    troubles.add("c", VolumeException.unprocessed("PVC is not bound"), "PVC is not bound");
    troubles.add("a", VolumeException.waiting("not yet"), "a: not yet");
    assertThat(troubles.outcome(NONE))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                "Unable to attach or mount volumes: unmounted volumes=[a c], unattached"
                    + " volumes=[a], failed to process volumes=[c]: PVC is not bound"));
  }

  @Test
  void aVolumeTooManyRefusesThePod() {
    troubles.add("z", VolumeException.overLimit("full"), "z: full");
    troubles.add("b", new VolumeException("broken"), "b: broken");
    assertThat(troubles.outcome(NONE))
        .isEqualTo(
            new VolumeOutcome.Refused(
                "VolumeAttachmentLimitExceeded",
                "Node has reached its volume attachment limit, rejecting pod. unmounted volumes=[b"
                    + " z], unattached volumes=[z], failed to process volumes=[]: z: full; b:"
                    + " broken"));
  }

  @Test
  void eachVolumeThatFailsIsToldAndThoseThatNobodyUnderstandsTogether() {
    troubles.add("a", new VolumeException("broken"), "a: broken");
    troubles.add("z", VolumeException.unprocessed("no claim"), "no claim");
    troubles.add("m", VolumeException.mapping("no disk", new VolumeException("x")), "m: no disk");
    troubles.add("c", VolumeException.unprocessed("no volume"), "no volume");
    troubles.add("w", VolumeException.waiting("not yet"), "w: not yet");
    assertThat(troubles.outcome(NONE))
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
