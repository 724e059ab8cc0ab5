package dev.jubelet.volume.iscsi;

import static dev.jubelet.volume.device.DiskPods.claimed;
import static dev.jubelet.volume.device.DiskPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.attach.AttachingWorld;
import dev.jubelet.volume.device.Crashes;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.KernelTrees;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.san.SanPlugin;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpecBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An agent dies at any step; the next one ends what it left. */
final class IscsiCrashTest {
  private static final String NAME = "kubernetes.io/iscsi/10.0.0.1:" + FakeTarget.IQN + ":4";
  private static final int MORE_THAN_ALL_STEPS = 20;

  @TempDir Path directory;

  private final FakeMounts mounts = new FakeMounts();
  private final AttachingWorld controller = new AttachingWorld();
  private Path root;
  private Path sys;
  private Path dev;
  private FakeTarget target;

  @BeforeEach
  void make() throws IOException {
    KernelTrees trees = KernelTrees.make(directory, "host7");
    root = trees.root();
    sys = trees.sys();
    dev = trees.dev();
    target = new FakeTarget(trees);
  }

  /** One that has just started, on a node that has all attached. */
  private SanPlugin agent(HostCommands programs) throws IOException {
    SanPlugin agent =
        IscsiTransport.plugin(
            root,
            mounts,
            new FormatAndMount(programs, mounts),
            new ScsiDevices(sys, dev, programs),
            ObjectValues.NONE,
            controller.start());
    agent.reconstruct();
    controller.attached(NAME, "");
    return agent;
  }

  private HostCommands.Result program(List<String> command) {
    return target.program(command);
  }

  private static VolumeSpec volume(String mode) {
    return claimed(
        new PersistentVolumeSpecBuilder()
            .withVolumeMode(mode)
            .withNewIscsi()
            .withTargetPortal("10.0.0.1")
            .withIqn(FakeTarget.IQN)
            .withLun(4)
            .endIscsi()
            .build());
  }

  static Stream<Arguments> deaths() {
    return Stream.of("Filesystem", "Block")
        .flatMap(
            mode ->
                IntStream.range(0, MORE_THAN_ALL_STEPS)
                    .boxed()
                    .flatMap(
                        step ->
                            Stream.of(
                                Arguments.of(mode, step, false), Arguments.of(mode, step, true))));
  }

  /** The pod is deleted while nobody is there. */
  @ParameterizedTest
  @MethodSource("deaths")
  void whatADeathInTheMiddleLeavesIsEnded(String mode, int step, boolean after) throws IOException {
    SanPlugin first = agent(new Crashes(this::program, step, after));
    try {
      first.setUp(pod("1"), volume(mode));
      first.tearDown(new PodUid("1"), "pv");
    } catch (Crashes.Died _) {
      // Which is what this is about; later steps than there are end well.
    }
    SanPlugin next = agent(this::program);
    if (target.session || !mounts.mounted.isEmpty()) {
      assertThat(controller.inUse()).containsExactly(NAME);
    }
    next.removeOrphans();
    if (isOnDisk()) {
      next.tearDown(new PodUid("1"), "pv");
    }
    next.removeOrphans();
    assertNothingIsLeft();
  }

  /** As whoever calls the kind finds out. */
  private boolean isOnDisk() {
    return Stream.of("volumes", "volumeDevices")
        .map(place -> root.resolve("pods/1").resolve(place).resolve("kubernetes.io~iscsi/pv"))
        .anyMatch(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
  }

  private void assertNothingIsLeft() {
    assertThat(controller.inUse()).isEmpty();
    assertThat(target.session).isFalse();
    assertThat(mounts.mounted).isEmpty();
    assertThat(isOnDisk()).isFalse();
    Path home = root.resolve("plugins/kubernetes.io/iscsi");
    for (Path place :
        List.of(
            home.resolve(FakeTarget.PLACE),
            home.resolve("volumeDevices").resolve(FakeTarget.PLACE))) {
      assertThat(place).doesNotExist();
    }
  }

  @Test
  void aDiskThatAPodHasIsLeftAlone() throws IOException {
    for (String mode : List.of("Filesystem", "Block")) {
      agent(this::program).setUp(pod("1"), volume(mode));
      agent(this::program).removeOrphans();
      assertThat(target.session).isTrue();
      agent(this::program).tearDown(new PodUid("1"), "pv");
      assertNothingIsLeft();
    }
  }

  @Test
  void aRecordThatCannotBeReadStopsNobody() throws IOException {
    for (String text : List.of("", "{\"Iqn\": \"iqn", "{}", "null", "[1]")) {
      Path place =
          Files.createDirectories(
              root.resolve("plugins/kubernetes.io/iscsi").resolve(FakeTarget.PLACE));
      Files.writeString(place.resolve("iscsi.json"), text);
      Files.createFile(place.resolve(".iscsi.json123.tmp"));
      agent(this::program).removeOrphans();
      assertThat(place).doesNotExist();
    }
    agent(this::program).setUp(pod("1"), volume("Filesystem"));
    agent(this::program).tearDown(new PodUid("1"), "pv");
    assertThat(target.loggedInOnce).isTrue();
    assertNothingIsLeft();
  }

  @Test
  void aLogoutThatFailsIsTriedAgain() throws IOException {
    HostCommands refusing =
        command ->
            command.getLast().equals("--logout")
                ? new HostCommands.Result(8, "timed out")
                : program(command);
    agent(refusing).setUp(pod("1"), volume("Filesystem"));
    assertThatThrownBy(() -> agent(refusing).tearDown(new PodUid("1"), "pv"))
        .hasMessageContaining("timed out");
    assertThat(isOnDisk()).isTrue();
    agent(this::program).tearDown(new PodUid("1"), "pv");
    assertNothingIsLeft();
  }

  @Test
  void aDiskThatCannotBeGivenUpIsNoTroubleOfOthers() throws IOException {
    Path place =
        Files.createDirectories(
            root.resolve("plugins/kubernetes.io/iscsi/iface-default/dead:1-iqn-lun-0"));
    Files.writeString(
        place.resolve("iscsi.json"),
        """
        {"VolName": "pv", "Portals": ["dead:1"], "Iqn": "iqn", "Lun": "0", "InitIface": "default",
         "Iface": "default", "InitiatorName": ""}\
        """);
    HostCommands refusing =
        command ->
            command.contains("dead:1") ? new HostCommands.Result(8, "timed out") : program(command);
    agent(refusing).setUp(pod("1"), volume("Filesystem"));
    agent(refusing).removeOrphans();
    agent(refusing).tearDown(new PodUid("1"), "pv");
    assertNothingIsLeft();
    assertThat(place).exists();
    agent(this::program).removeOrphans();
    assertThat(place).doesNotExist();
  }
}
