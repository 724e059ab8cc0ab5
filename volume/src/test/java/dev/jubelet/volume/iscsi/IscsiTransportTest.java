package dev.jubelet.volume.iscsi;

import static dev.jubelet.volume.device.DiskPods.claimed;
import static dev.jubelet.volume.device.DiskPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.attach.AttachingWorld;
import dev.jubelet.volume.device.FakeCommands;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.KernelTrees;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.san.SanPlugin;
import io.fabric8.kubernetes.api.model.ISCSIVolumeSource;
import io.fabric8.kubernetes.api.model.ISCSIVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpecBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** There is no target here: the kernel's trees are made up, and iscsiadm is scripted. */
final class IscsiTransportTest {
  private static final String IQN = "iqn.2020-01.example:disk";
  private static final String PORTAL = "10.0.0.1:3260";
  private static final String NODE = "iscsiadm -m node -p " + PORTAL + " -T " + IQN + " -I default";
  private static final String DISCOVERY =
      "iscsiadm -m discoverydb -t sendtargets -p " + PORTAL + " -I default";
  private static final String IFACE =
      "iface.iscsi_ifacename = default\niface.transport_name = tcp\niface.mtu = <empty>\n";

  @TempDir Path directory;

  private final FakeCommands commands = new FakeCommands();
  private final FakeMounts mounts = new FakeMounts();
  private Path root;
  private Path sys;
  private Path dev;
  private SanPlugin volumes;

  @BeforeEach
  void make() throws IOException {
    KernelTrees trees = KernelTrees.make(directory, "host7");
    root = trees.root();
    sys = trees.sys();
    dev = trees.dev();
    Files.createDirectories(sys.resolve("class/iscsi_host/host7/device/session3"));
    commands.answer("iscsiadm -m iface -I default -o show", 0, IFACE);
    commands.answer("iscsiadm -m session", 21, "iscsiadm: No active sessions.");
    commands.effect(
        NODE + " --login",
        () -> {
          commands.answer(
              "iscsiadm -m session", 0, "tcp: [3] " + PORTAL + ",1 " + IQN + " (non-flash)\n");
          disk("sdc", "ip-" + PORTAL + "-iscsi-" + IQN + "-lun-4");
        });
    volumes =
        IscsiTransport.plugin(
            root,
            mounts,
            new FormatAndMount(commands, mounts),
            new ScsiDevices(sys, dev, commands),
            new ObjectValues() {
              @Override
              public Lookup configMap(String namespace, String name) {
                return new Lookup.Absent();
              }

              @Override
              public Lookup secret(String namespace, String name) {
                return name.equals("chap")
                    ? new Lookup.Found(
                        Map.of(
                            "discovery.sendtargets.auth.username", ByteString.copyFromUtf8("d"),
                            "node.session.auth.username", ByteString.copyFromUtf8("u"),
                            "node.session.auth.password", ByteString.copyFromUtf8("p")))
                    : new Lookup.Absent();
              }
            },
            AttachingWorld.alone());
  }

  @Test
  void theNodeLogsInScansMountsAndLogsOutAfterTheLastPod() throws IOException {
    Path first = volumes.setUp(pod("1"), volume(source().build()));
    volumes.setUp(pod("2"), volume(source().build()));
    assertThat(commands.ran().stream().filter(line -> line.startsWith("iscsiadm")))
        .containsExactly(
            "iscsiadm -m iface -I default -o show",
            "iscsiadm -m session",
            DISCOVERY + " -o new",
            DISCOVERY + " --discover",
            NODE + " -o update -n node.session.scan -v manual",
            NODE + " --login",
            NODE + " -o update -n node.startup -v manual",
            "iscsiadm -m session");
    assertThat(sys.resolve("class/scsi_host/host7/scan")).hasContent("0 0 4");
    Path global =
        root.resolve("plugins/kubernetes.io/iscsi/iface-default")
            .resolve(PORTAL + "-" + IQN + "-lun-4");
    assertThat(mounts.mounted).extracting("point").startsWith(global, first).hasSize(3);
    assertThat(mounts.mounted).extracting("source").containsOnly(dev.resolve("sdc").toString());

    volumes.tearDown(new PodUid("1"), "data");
    assertThat(mounts.mounted).hasSize(2);
    assertThat(commands.ran()).doesNotContain(NODE + " --logout");
    volumes.tearDown(new PodUid("2"), "data");
    assertThat(commands.ran()).endsWith(NODE + " --logout", NODE + " -o delete");
    assertThat(mounts.mounted).isEmpty();
    assertThat(global).doesNotExist();
  }

  @Test
  void podsMayHaveTheDiskItselfAndTheNodeLogsOutAfterTheLast() throws IOException {
    Path link = volumes.setUp(pod("1"), block());
    volumes.setUp(pod("2"), block());
    assertThat(link)
        .isEqualTo(root.resolve("pods/1/volumeDevices/kubernetes.io~iscsi/pv"))
        .isSymbolicLink();
    assertThat(Files.readSymbolicLink(link)).isEqualTo(dev.resolve("sdc"));
    Path global =
        root.resolve("plugins/kubernetes.io/iscsi/volumeDevices/iface-default")
            .resolve(PORTAL + "-" + IQN + "-lun-4");
    assertThat(mounts.mounted)
        .extracting("point")
        .containsExactly(global.resolve("1"), global.resolve("2"));
    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(commands.ran()).doesNotContain(NODE + " --logout");
    volumes.tearDown(new PodUid("2"), "pv");
    assertThat(commands.ran()).endsWith(NODE + " --logout", NODE + " -o delete");
    assertThat(mounts.mounted).isEmpty();
    assertThat(global).doesNotExist();
  }

  @Test
  void aNameThatMayBeAnotherDisksByNowIsNotTrusted() throws IOException {
    volumes.setUp(pod("1"), block());
    mounts.mounted.clear();
    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(sys.resolve("block/sdc/device/delete")).isEmptyFile();
    assertThat(commands.ran()).endsWith(NODE + " --logout", NODE + " -o delete");
    assertThat(root.resolve("plugins/kubernetes.io/iscsi/volumeDevices/iface-default"))
        .isEmptyDirectory();
    assertThat(root.resolve("pods/1/volumeDevices/kubernetes.io~iscsi")).isEmptyDirectory();
  }

  @Test
  void aDiskThatVanishedIsEndedToo() throws IOException {
    volumes.setUp(pod("1"), block());
    Files.delete(dev.resolve("sdc"));
    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(mounts.mounted).isEmpty();
    assertThat(commands.ran()).contains(NODE + " --logout");
    assertThat(root.resolve("pods/1/volumeDevices/kubernetes.io~iscsi")).isEmptyDirectory();
  }

  private static VolumeSpec block() {
    return claimed(
        new PersistentVolumeSpecBuilder()
            .withVolumeMode("Block")
            .withNewIscsi()
            .withTargetPortal("10.0.0.1")
            .withIqn(IQN)
            .withLun(4)
            .endIscsi()
            .build());
  }

  @Test
  void chapIsSetUpFromTheSecret() throws IOException {
    volumes.setUp(
        pod("1"),
        volume(
            source()
                .withChapAuthDiscovery(true)
                .withChapAuthSession(true)
                .withNewSecretRef("chap")
                .build()));
    assertThat(commands.ran())
        .containsSubsequence(
            DISCOVERY + " -o update -n discovery.sendtargets.auth.authmethod -v CHAP",
            DISCOVERY + " -o update -n discovery.sendtargets.auth.username -v d",
            DISCOVERY + " --discover",
            NODE + " -o update -n node.session.auth.authmethod -v CHAP",
            NODE + " -o update -n node.session.auth.username -v u",
            NODE + " -o update -n node.session.auth.password -v p",
            NODE + " --login");
  }

  @Test
  void aVolumeWithAnInitiatorOfItsOwnGetsAnInterfaceOfItsOwn() throws IOException {
    String copy = PORTAL + ":data";
    commands.effect(
        "iscsiadm -m node -p %s -T %s -I %s --login".formatted(PORTAL, IQN, copy),
        () -> disk("sdc", "ip-" + PORTAL + "-iscsi-" + IQN + "-lun-4"));
    volumes.setUp(pod("1"), volume(source().withInitiatorName("iqn.own").build()));
    assertThat(commands.ran())
        .containsSubsequence(
            "iscsiadm -m iface -I " + copy + " -o new",
            "iscsiadm -m iface -I " + copy + " -o update -n iface.transport_name -v tcp",
            "iscsiadm -m iface -I " + copy + " -o update -n iface.initiatorname -v iqn.own");
    volumes.tearDown(new PodUid("1"), "data");
    assertThat(commands.ran()).endsWith("iscsiadm -m iface -I " + copy + " -o delete");
  }

  @Test
  void oneClosedPortalOfTwoIsNotTheEnd() throws IOException {
    ISCSIVolumeSource two = source().withTargetPortal("10.0.0.9").withPortals("10.0.0.1").build();
    commands.answer(
        "iscsiadm -m discoverydb -t sendtargets -p 10.0.0.9:3260 -I default --discover",
        4,
        "connection refused");
    assertThat(volumes.setUp(pod("1"), volume(two))).isDirectory();
  }

  @Test
  void aTargetThatRefusesIsToldAndItsRecordGoes() {
    commands.answer(DISCOVERY + " --discover", 4, "connection refused\n");
    assertThatThrownBy(() -> volumes.setUp(pod("1"), volume(source().build())))
        .hasMessage(
            "failed to get any path for iscsi disk, last err seen:\niscsi: failed to sendtargets to"
                + " portal 10.0.0.1:3260: iscsiadm ended with 4: connection refused");
    assertThat(commands.ran()).endsWith(DISCOVERY + " -o delete");
  }

  @Test
  void aSessionThatOtherUnitsUseStays() throws IOException {
    disk("sdd", "ip-" + PORTAL + "-iscsi-" + IQN + "-lun-5");
    volumes.setUp(pod("1"), volume(source().build()));
    volumes.setUp(pod("2"), volume(source().withLun(5).build()));
    volumes.tearDown(new PodUid("1"), "data");
    assertThat(commands.ran()).doesNotContain(NODE + " --logout");
    volumes.tearDown(new PodUid("2"), "data");
    assertThat(commands.ran()).contains(NODE + " --logout");
  }

  @Test
  void chapWithoutASecretIsRefused() {
    assertThatThrownBy(
            () -> volumes.setUp(pod("1"), volume(source().withChapAuthSession(true).build())))
        .hasMessageContaining("names no secret");
  }

  @Test
  void aMachineWithoutTheProgramIsToldWhichPackageHasIt() {
    commands.missing("iscsiadm -m iface -I default -o show");
    assertThatThrownBy(() -> volumes.setUp(pod("1"), volume(source().build())))
        .hasMessageContaining("install open-iscsi");
  }

  private static ISCSIVolumeSourceBuilder source() {
    return new ISCSIVolumeSourceBuilder().withTargetPortal("10.0.0.1").withIqn(IQN).withLun(4);
  }

  private static VolumeSpec volume(ISCSIVolumeSource source) {
    return VolumeSpec.inline(new VolumeBuilder().withName("data").withIscsi(source).build());
  }

  private void disk(String name, String link) {
    try {
      Path disk = Files.createFile(dev.resolve(name));
      Files.createSymbolicLink(dev.resolve("disk/by-path").resolve(link), disk);
      Path device = Files.createDirectories(sys.resolve("block").resolve(name).resolve("device"));
      Files.createFile(device.resolve("delete"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
