package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against a tree of plain directories. A file in one makes it refuse removal, as a process in a
 * cgroup does.
 */
class PodCgroupsTest {
  private static final PodUid UID = new PodUid("1-2");

  @TempDir Path top;
  private Path cpu;
  private Path memory;
  private PodCgroups cgroups;
  private final List<Long> ended = new ArrayList<>();
  private final List<String> slices = new ArrayList<>();
  private final PodCgroups.Host host =
      new PodCgroups.Host() {
        @Override
        public void endProcess(long pid) {
          ended.add(pid);
        }

        @Override
        public void stopSlice(String unit) {
          slices.add(unit);
        }
      };

  @BeforeEach
  void mount() throws IOException {
    cpu = Files.createDirectory(top.resolve("cpu"));
    memory = Files.createDirectory(top.resolve("memory"));
    cgroups =
        new PodCgroups(
            new CgroupNames(CgroupDriver.CGROUPFS, "/lab", true), List.of(cpu, memory), host);
  }

  private static Path make(Path hierarchy, String cgroup) throws IOException {
    return Files.createDirectories(hierarchy.resolve("lab/kubepods").resolve(cgroup));
  }

  @Test
  void aPodIsRemovedWithAllInsideFromEveryHierarchy() throws IOException {
    make(cpu, "burstable/pod1-2/c1/deeper");
    make(memory, "burstable/pod1-2/c1");
    make(memory, "burstable/pod9");
    assertThat(cgroups.remove(UID, true)).isEqualTo(CgroupRemoval.GONE);
    assertThat(cpu.resolve("lab/kubepods/burstable")).isEmptyDirectory();
    assertThat(memory.resolve("lab/kubepods/burstable/pod9")).exists();
    assertThat(memory.resolve("lab/kubepods/burstable/pod1-2")).doesNotExist();
  }

  @Test
  void systemdForgetsTheSliceOfAPodThatIsGone() throws IOException {
    CgroupNames names = new CgroupNames(CgroupDriver.SYSTEMD, "", true);
    PodCgroups ofSystemd = new PodCgroups(names, List.of(cpu, memory), host);
    String slices = "kubepods.slice/kubepods-burstable.slice/";
    Path pod =
        Files.createDirectories(cpu.resolve(slices + "kubepods-burstable-pod1_2.slice/c.scope"));
    Path busy = Files.writeString(pod.resolve("process"), "");
    assertThat(ofSystemd.remove(UID, false)).isInstanceOf(CgroupRemoval.Remaining.class);
    assertThat(this.slices).isEmpty();

    Files.delete(busy);
    assertThat(ofSystemd.remove(UID, false)).isEqualTo(CgroupRemoval.GONE);
    assertThat(this.slices).containsExactly("kubepods-burstable-pod1_2.slice");
    assertThat(ofSystemd.removeParents()).isEqualTo(CgroupRemoval.GONE);
    assertThat(this.slices)
        .endsWith("kubepods-burstable.slice", "kubepods.slice")
        .doesNotContain("kubepods-besteffort.slice");
  }

  @Test
  void aPodWithoutCgroupsIsGoneAlready() {
    assertThat(cgroups.remove(UID, true)).isEqualTo(CgroupRemoval.GONE);
    assertThat(cgroups.abandoned()).isEmpty();
    assertThat(cgroups.removeParents()).isEqualTo(CgroupRemoval.GONE);
  }

  @Test
  void aBusyCgroupRemainsWithItsParentsAndIsNamedAndALaterTrySucceeds() throws IOException {
    Path busy = make(cpu, "pod1-2/c1");
    make(cpu, "pod1-2/c2");
    Path processes = Files.writeString(busy.resolve("cgroup.procs"), "41\n42\n");
    assertThat(cgroups.remove(UID, true))
        .isInstanceOfSatisfying(
            CgroupRemoval.Remaining.class,
            remaining ->
                assertThat(remaining.problems())
                    .singleElement()
                    .asString()
                    .contains(busy.toString(), "processes 41, 42 are in it"));
    assertThat(cpu.resolve("lab/kubepods/pod1-2/c2")).doesNotExist();
    assertThat(ended).containsExactly(41L, 42L);
    assertThat(cgroups.remove(UID, false)).isInstanceOf(CgroupRemoval.Remaining.class);
    assertThat(ended).hasSize(2);
    Files.delete(processes);
    assertThat(cgroups.remove(UID, true)).isEqualTo(CgroupRemoval.GONE);
  }

  @Test
  void aPodWithAProcessInSomeHierarchyIsNotAbandoned() throws IOException {
    Path busy = make(cpu, "pod1-2/c1");
    make(memory, "pod1-2/c1");
    make(cpu, "pod3");
    Files.writeString(busy.resolve("cgroup.procs"), "41\n");
    assertThat(cgroups.abandoned()).containsExactly(new PodUid("3"));
    assertThat(ended).isEmpty();
  }

  @Test
  void linksAreNeitherFollowedNorRemoved() throws IOException {
    Path outside = Files.createDirectories(top.resolve("outside/pod1-2/keep"));
    Files.createDirectories(cpu.resolve("lab"));
    Files.createSymbolicLink(cpu.resolve("lab/kubepods"), top.resolve("outside"));
    Path pod = make(memory, "pod1-2");
    Files.createSymbolicLink(pod.resolve("link"), top.resolve("outside"));
    assertThat(cgroups.remove(UID, true)).isInstanceOf(CgroupRemoval.Remaining.class);
    assertThat(cgroups.removeParents()).isInstanceOf(CgroupRemoval.Remaining.class);
    assertThat(outside).exists();
    assertThat(pod.resolve("link")).isSymbolicLink();
  }

  @Test
  void podsAreListedFromEveryClassAndHierarchy() throws IOException {
    make(cpu, "podA");
    make(cpu, "burstable/podB");
    make(memory, "besteffort/podC");
    make(memory, "besteffort/podC/container");
    Files.createFile(cpu.resolve("lab/kubepods/podfile"));
    assertThat(cgroups.abandoned())
        .containsExactlyInAnyOrder(new PodUid("A"), new PodUid("B"), new PodUid("C"));
  }

  @Test
  void emptyParentsAreRemovedOnRequestAndTheRootStays() throws IOException {
    make(cpu, "burstable");
    make(memory, "besteffort");
    assertThat(cgroups.removeParents()).isEqualTo(CgroupRemoval.GONE);
    assertThat(cpu.resolve("lab")).isEmptyDirectory();
    assertThat(memory.resolve("lab")).isEmptyDirectory();
  }

  @Test
  void parentsOfALivingPodRemain() throws IOException {
    Path pod = make(cpu, "burstable/pod7");
    assertThat(cgroups.removeParents()).isInstanceOf(CgroupRemoval.Remaining.class);
    assertThat(pod).exists();
  }

  @Test
  void systemdSlicesAreFoundAndRemoved() throws IOException {
    PodCgroups slices =
        new PodCgroups(new CgroupNames(CgroupDriver.SYSTEMD, "", true), List.of(cpu), host);
    Path pod =
        Files.createDirectories(
            cpu.resolve(
                "kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod1_2.slice"));
    assertThat(slices.abandoned()).containsExactly(UID);
    assertThat(slices.remove(UID, true)).isEqualTo(CgroupRemoval.GONE);
    assertThat(pod).doesNotExist();
  }
}
