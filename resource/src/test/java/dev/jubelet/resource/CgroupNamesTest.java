package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.QosClass;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupNamesTest {
  private static final PodUid UID = new PodUid("1234-ab");

  @ParameterizedTest
  @CsvSource({
    "CGROUPFS, '', GUARANTEED, /kubepods/pod1234-ab",
    "CGROUPFS, /, BURSTABLE, /kubepods/burstable/pod1234-ab",
    "CGROUPFS, /lab/x, BEST_EFFORT, /lab/x/kubepods/besteffort/pod1234-ab",
    "SYSTEMD, '', GUARANTEED, /kubepods.slice/kubepods-pod1234_ab.slice",
    "SYSTEMD, '', BURSTABLE,"
        + " /kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1234_ab.slice",
    "SYSTEMD, /my-lab, GUARANTEED,"
        + " /my_lab.slice/my_lab-kubepods.slice/my_lab-kubepods-pod1234_ab.slice",
  })
  void theParentOfAPodsCgroups(CgroupDriver driver, String root, QosClass qos, String expected) {
    assertThat(new CgroupNames(driver, root, true).parentFor(UID, qos)).isEqualTo(expected);
  }

  @Test
  void withoutCgroupsPerQosTheParentIsTheRoot() {
    assertThat(
            new CgroupNames(CgroupDriver.CGROUPFS, "/lab", false)
                .parentFor(UID, QosClass.BURSTABLE))
        .isEqualTo("/lab");
  }

  @Property
  void aPodIsFoundAgainByItsDirectory(@ForAll CgroupDriver driver, @ForAll QosClass qos) {
    CgroupNames names = new CgroupNames(driver, "/lab", true);
    String directory = names.pod(UID, qos).getFileName().toString();
    assertThat(names.podNamed(directory, qos)).contains(UID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"burstable", "pod", "kubepods-burstable.slice", "cgroup.procs"})
  void whatIsNotAPodsDirectoryIsNotTakenForOne(String directory) {
    for (CgroupDriver driver : CgroupDriver.values()) {
      assertThat(new CgroupNames(driver, "", true).podNamed(directory, QosClass.GUARANTEED))
          .isEmpty();
    }
  }

  @Test
  void namesThatLeadElsewhereAreRefused() {
    CgroupNames names = new CgroupNames(CgroupDriver.CGROUPFS, "", true);
    assertThatThrownBy(() -> names.pod(new PodUid("/../../x"), QosClass.GUARANTEED))
        .hasMessageContaining("cannot name a cgroup");
    assertThatThrownBy(() -> new CgroupNames(CgroupDriver.CGROUPFS, "/a/../..", true))
        .hasMessageContaining("cgroupRoot");
  }
}
