package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediumRulesTest {
  private static final long MI = 1024 * 1024;

  /** Two containers with these limits of memory and requests for huge pages. */
  private static Pod pod(@Nullable String one, @Nullable String other, String... pageSizes) {
    PodBuilder pod = new PodBuilder().withNewSpec().endSpec();
    for (String limit : new @Nullable String[] {one, other}) {
      var resources = pod.editSpec().addNewContainer().withName("c").withNewResources();
      if (limit != null) {
        resources.addToLimits("memory", new Quantity(limit));
      }
      for (String size : pageSizes) {
        resources.addToRequests("hugepages-" + size, new Quantity("4Mi"));
      }
      pod = resources.endResources().endContainer().endSpec();
    }
    return pod.build();
  }

  private static Medium of(Pod pod, @Nullable String medium, @Nullable String sizeLimit) {
    return MediumRules.of(
        pod,
        new EmptyDirVolumeSource(medium, sizeLimit == null ? null : new Quantity(sizeLimit)),
        Map.of("memory", new Quantity("1000Mi")));
  }

  @Test
  void withoutAMediumItIsTheDiskWhateverTheLimit() {
    assertThat(of(pod(null, null), null, "1Gi")).isEqualTo(new Medium.Disk());
    assertThat(of(pod(null, null), "", null)).isEqualTo(new Medium.Disk());
    assertThat(MediumRules.of(pod(null, null), null, Map.of())).isEqualTo(new Medium.Disk());
  }

  @ParameterizedTest(name = "limits {0} and {1}, own {2}: {3} Mi")
  @CsvSource({
    ", , , 1000",
    ", , 300Mi, 300",
    ", , 3000Mi, 1000",
    "100Mi, , , 1000",
    "100Mi, 50Mi, , 150",
    "100Mi, 50Mi, 20Mi, 20",
    "100Mi, 50Mi, 0, 150",
  })
  void memoryIsTheLeastOfNodePodAndVolume(
      @Nullable String one, @Nullable String other, @Nullable String own, long expected) {
    assertThat(of(pod(one, other), "Memory", own)).isEqualTo(new Medium.Memory(expected * MI));
  }

  @Test
  void hugePagesAreThoseThatThePodRequests() {
    assertThat(of(pod(null, null, "2Mi"), "HugePages", null))
        .isEqualTo(new Medium.HugePages("2Mi"));
    assertThat(of(pod(null, null, "2Mi", "1Gi"), "HugePages-1Gi", null))
        .isEqualTo(new Medium.HugePages("1Gi"));
    assertThatThrownBy(() -> of(pod(null, null, "2Mi", "1Gi"), "HugePages", null))
        .hasMessage(
            "medium: HugePages can't be used if container requests multiple huge page sizes");
    assertThatThrownBy(() -> of(pod(null, null), "HugePages", null))
        .hasMessage(
            "medium HugePages: hugePages storage requested, but there is no resource request for"
                + " huge pages");
    assertThatThrownBy(() -> of(pod(null, null, "2Mi"), "HugePages-1Gi", null))
        .hasMessage(
            "medium HugePages-1Gi: hugePages storage requested, but there is no resource request"
                + " for huge pages");
  }

  @Test
  void aSizeMayBeWrittenInOtherUnits() {
    assertThat(of(pod(null, null, "2Mi"), "HugePages-2048Ki", null))
        .isEqualTo(new Medium.HugePages("2Mi"));
    assertThat(of(pod(null, null, "1Gi", "1024Mi"), "HugePages", null))
        .isInstanceOf(Medium.HugePages.class);
    assertThatThrownBy(() -> of(pod(null, null, "2Mi"), "HugePages-large", null))
        .hasMessageStartingWith("\"HugePages-large\" does not name a size of huge pages");
  }

  @Test
  void anotherMediumIsRefused() {
    assertThatThrownBy(() -> of(pod(null, null), "Tape", null))
        .hasMessage("unknown storage medium \"Tape\"");
  }
}
