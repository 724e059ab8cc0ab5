package dev.jubelet.volume.csi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.csi.CsiCalls;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.csi.FakeCsiDriver;
import dev.jubelet.volume.FakeMeter;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.attach.Attacher;
import dev.jubelet.volume.attach.VolumesInUse;
import dev.jubelet.volume.attach.WaitingPods;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.driver.CsiDrivers;
import dev.jubelet.volume.csi.driver.CsiVersion;
import dev.jubelet.volume.csi.request.ClusterRequests;
import dev.jubelet.volume.csi.request.CsiCluster;
import dev.jubelet.volume.csi.request.CsiTokens;
import dev.jubelet.volume.csi.request.Sha256;
import dev.jubelet.volume.device.FakeCommands;
import dev.jubelet.volume.device.LoopDevices;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.OperationTimer;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** A node with a driver, and a cluster that is played by maps. */
final class CsiWorld implements AutoCloseable {
  static final String DRIVER = "disk.test.jubelet.dev";

  private static final int PATIENCE_TURNS = 3000;
  private static final int TURN_MILLIS = 10;

  final FakeCsiDriver driver;
  final Path root;
  final Map<String, Map<String, String>> secrets = new HashMap<>();
  final Map<String, Map<String, String>> attachments = new HashMap<>();
  final List<Map<String, Object>> claimPatches = new CopyOnWriteArrayList<>();
  final List<PodUid> woken = new CopyOnWriteArrayList<>();
  final List<String> changes = new CopyOnWriteArrayList<>();
  final FakeCommands commands = new FakeCommands();
  Mounts mounts = new LinuxMounts();
  final FakeMeter meter = new FakeMeter();
  final List<String> overLimit = new CopyOnWriteArrayList<>();
  final Set<String> fullAttachments = new HashSet<>();
  Timers timersOfAgent;
  final List<NodeEvent> events = new CopyOnWriteArrayList<>();
  PersistentVolumeClaim patched = new PersistentVolumeClaim();
  boolean tellsHealth;
  CsiDriverSpec traits = traits(false);
  VolumesInUse inUse = freshInUse();

  /** Those of the agent that has started last. */
  CsiDrivers drivers;

  private final SystemTimers timers = new SystemTimers();

  CsiWorld(Path directory) {
    this.root = directory.resolve("root");
    this.timersOfAgent = timers;
    this.drivers = new CsiDrivers(CsiCalls.UNHEARD, timers);
    try {
      Files.createDirectory(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.driver =
        new FakeCsiDriver(
            DRIVER,
            directory.resolve("driver"),
            directory.resolve("registry"),
            FakeCsiDriver.Showing.PLAINLY);
  }

  static CsiDriverSpec traits(boolean attachRequired) {
    return new CsiDriverSpec(
        true,
        attachRequired,
        false,
        List.of("Persistent", "Ephemeral"),
        "ReadWriteOnceWithFSType",
        false,
        List.of(),
        false,
        Optional.empty(),
        false);
  }

  private VolumesInUse freshInUse() {
    return new VolumesInUse(
        new VolumesInUse.Listener() {
          @Override
          public void inUseChanged() {
            changes.add("in use");
          }

          @Override
          public void attachAwaited() {
            changes.add("awaited");
          }

          @Override
          public void nodeChanged() {
            changes.add("node");
          }
        });
  }

  /** An agent that has just started. */
  CsiPlugin agent() {
    inUse = freshInUse();
    drivers = new CsiDrivers(CsiCalls.UNHEARD, timers);
    drivers.put(DRIVER, new CsiDrivers.Registered(driver.endpoint(), new CsiVersion(1, 0, 0)));
    return new CsiPlugin(
        new CsiPlugin.CsiHost(root, mounts, new LoopDevices(root.resolveSibling("sys"), commands)),
        new CsiCluster(
            "node-1",
            name -> Optional.of(traits),
            new Cluster(),
            (pod, wish) ->
                new CsiTokens.Token(
                    "token of " + wish.audience(), Instant.parse("2030-01-01T00:00:00Z"))),
        drivers,
        new AttachableVolumes(
            inUse,
            new WaitingPods(woken::add),
            new Attacher.Controller(),
            new OperationTimer(meter, timers)),
        new CsiPlugin.CsiReports(events::add, overLimit::add, tellsHealth),
        timersOfAgent);
  }

  private final class Cluster implements ClusterRequests {
    @Override
    public Map<String, String> secret(String namespace, String name) {
      return found(secrets, namespace + "/" + name);
    }

    @Override
    public Map<String, String> attachment(String name) {
      return found(attachments, name);
    }

    @Override
    public boolean isOverLimit(String attachment) {
      return fullAttachments.contains(attachment);
    }

    @Override
    public PersistentVolumeClaim claimStatus(
        String namespace, String name, Map<String, Object> patch) {
      claimPatches.add(patch);
      return patched;
    }

    private static Map<String, String> found(Map<String, Map<String, String>> in, String name) {
      Map<String, String> value = in.get(name);
      if (value == null) {
        throw new VolumeException("no " + name);
      }
      return value;
    }
  }

  static Pod pod(String uid) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web-" + uid)
        .withNamespace("shop")
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName("clerk")
        .endSpec()
        .build();
  }

  static PersistentVolumeBuilder persistent() {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName("pv-1")
        .endMetadata()
        .withNewSpec()
        .withAccessModes("ReadWriteOnce")
        .withMountOptions("noatime", "discard")
        .withNewCsi()
        .withDriver(DRIVER)
        .withVolumeHandle("vol-1")
        .withVolumeAttributes(Map.of("tier", "gold"))
        .endCsi()
        .endSpec();
  }

  static VolumeSpec spec(PersistentVolume volume) {
    return new VolumeSpec(
        new VolumeBuilder().withName("data").withNewPersistentVolumeClaim("claim", false).build(),
        Optional.of(new VolumeSpec.Bound(volume, new PersistentVolumeClaim())));
  }

  static VolumeSpec inline() {
    return VolumeSpec.inline(
        new VolumeBuilder().withName("scratch").withNewCsi().withDriver(DRIVER).endCsi().build());
  }

  Path staged() {
    return staged("vol-1");
  }

  Path staged(String handle) {
    return root.resolve("plugins/kubernetes.io/csi").resolve(DRIVER).resolve(Sha256.hex(handle));
  }

  Path ofPod(String uid, String volume) {
    return root.resolve("pods").resolve(uid).resolve("volumes/kubernetes.io~csi").resolve(volume);
  }

  /** Waits for what the lane that unstages does. */
  synchronized void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < PATIENCE_TURNS && !condition.getAsBoolean(); i++) {
      wait(TURN_MILLIS);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  /** As when nothing of the pod is left, whatever it had got. */
  void gone(CsiPlugin agent, PodUid pod) {
    inUse.release(pod);
    agent.forget(pod);
  }

  void awaitUnstaged() throws InterruptedException {
    await(() -> !Files.exists(staged()));
  }

  @Override
  public void close() {
    driver.close();
    timers.close();
  }
}
