package dev.jubelet.resource.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.resource.CgroupDriver;
import dev.jubelet.resource.CgroupNames;
import dev.jubelet.resource.CgroupVersion;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where systemd makes the cgroups, it is told first, and the files say the same. */
final class SystemdCgroupsTest {
  private static final Path POD =
      Path.of("kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod7.slice");

  private static final CgroupValues VALUES =
      CgroupValues.NONE
          .withShares(512)
          .withQuota(12_345, 100_000)
          .withMemory(1L << 30)
          .withPids(100);

  @TempDir Path top;
  private final RecordedSlices slices = new RecordedSlices();

  private Cgroups cgroups(CgroupVersion version) {
    return new Cgroups(
        PlayedKernel.of(version, top).mounts,
        CgroupDriver.SYSTEMD,
        slices,
        (operation, took) -> {},
        new ManualTimers());
  }

  @Test
  void aNewSliceHasItsParentItsAccountingAndItsValues() {
    cgroups(CgroupVersion.V2).create(POD, VALUES);
    assertThat(slices.asked)
        .containsExactly(
            "start kubepods-burstable-pod7.slice ["
                + "Description=libcontainer container kubepods-burstable-pod7.slice, "
                + "Wants=kubepods-burstable.slice, MemoryAccounting=true, CPUAccounting=true, "
                + "IOAccounting=true, TasksAccounting=true, DefaultDependencies=false, "
                + "MemoryMax=1073741824, CPUWeight=20, CPUQuotaPeriodUSec=100000, "
                + "CPUQuotaPerSecUSec=130000, TasksMax=100]");
    assertThat(top.resolve(POD).resolve("cpu.max")).content().isEqualTo("13000 100000");
  }

  @Test
  void versionOneHasOtherNames() {
    cgroups(CgroupVersion.V1).update(makePod(), VALUES);
    assertThat(slices.asked)
        .containsExactly(
            "set kubepods-burstable-pod7.slice [MemoryLimit=1073741824, CPUShares=512,"
                + " CPUQuotaPeriodUSec=100000, CPUQuotaPerSecUSec=130000, TasksMax=100]");
    assertThat(top.resolve("cpu,cpuacct").resolve(POD).resolve("cpu.cfs_quota_us"))
        .content()
        .isEqualTo("13000");
  }

  private Path makePod() {
    for (String controller : new String[] {"cpu,cpuacct", "memory", "pids"}) {
      PlayedKernel.make(top.resolve(controller).resolve(POD));
    }
    return POD;
  }

  @Test
  void noLimitIsInfinityAndKeptMemoryIsToldToo() {
    CgroupValues free =
        CgroupValues.NONE
            .withQuota(CgroupValues.UNLIMITED, 100_000)
            .withUnified(Map.of("memory.low", "4096", "memory.oom.group", "1"));
    cgroups(CgroupVersion.V2).create(POD, CgroupValues.NONE);
    cgroups(CgroupVersion.V2).update(POD, free);
    assertThat(slices.asked.getLast())
        .endsWith(
            "[CPUQuotaPeriodUSec=100000, CPUQuotaPerSecUSec=18446744073709551615, MemoryLow=4096]");
    assertThat(top.resolve(POD).resolve("memory.low")).content().isEqualTo("4096");
    assertThat(top.resolve(POD).resolve("memory.oom.group")).content().isEqualTo("1");
  }

  @Test
  void whatWasChangedIsPutBackInSystemdToo() {
    Cgroups cgroups = cgroups(CgroupVersion.V2);
    cgroups.create(POD, VALUES);
    assertThat(cgroups.repair(POD, VALUES)).isEmpty();
    PlayedKernel.write(top.resolve(POD).resolve("pids.max"), "7");
    assertThat(cgroups.repair(POD, VALUES)).containsExactly("pids.max");
    assertThat(slices.asked).hasSize(2).last().asString().startsWith("set ");
  }

  @Test
  void namesOfTheOperatorAreSlices() {
    CgroupNames names = new CgroupNames(CgroupDriver.SYSTEMD, "/a/b", true);
    assertThat(names.root()).hasToString("a.slice/a-b.slice");
    assertThat(names.named("kube-reserved")).hasToString("kube.slice/kube-reserved.slice");
    assertThat(names.named("/x/kube-reserved.slice")).hasToString("kube.slice/kube-reserved.slice");
    assertThat(names.named("kube_reserved.slice")).hasToString("kube_reserved.slice");
    assertThat(new CgroupNames(CgroupDriver.CGROUPFS, "", true).named("/x/kube-reserved"))
        .hasToString("x/kube-reserved");
  }
}
