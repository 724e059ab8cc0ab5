package dev.jubelet.pod.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.collect.KnownPods.Standing;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.translate.PodLogPaths;
import dev.jubelet.testing.cri.CriPod;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ContainerCollectorTest {
  private static final String IMAGE = "busybox";

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final List<String> removed = new CopyOnWriteArrayList<>();
  private final BlockingQueue<NodeEvent> events = new LinkedBlockingQueue<>();
  private final Path podLogs;
  private final Path links;
  private final ContainerLogs logs;
  private volatile KnownPods known =
      new KnownPods(Map.of(new PodUid("live"), Standing.ALIVE), true);

  ContainerCollectorTest(@TempDir Path folder) throws IOException {
    podLogs = Files.createDirectory(folder.resolve("pods"));
    links = Files.createDirectory(folder.resolve("containers"));
    logs = new ContainerLogs(new PodLogPaths(podLogs), links, true);
    cri.images().add(IMAGE);
  }

  private ContainerCollector collector(int perContainer, int inAll) {
    return new ContainerCollector(
        cri,
        logs,
        () -> known,
        new CollectionSettings(Duration.ZERO, perContainer, inAll),
        new PodEvents(timers, events::add),
        (what, reason) -> removed.add(what + " " + reason),
        timers);
  }

  @Test
  void aPodThatIsGoneLosesItsContainersSandboxLogsAndLinks() throws IOException {
    CriPod gone = pod("gone", 0);
    String id = dead(gone, "main", 0);
    Path log = logOf("gone", "main", 0, id);
    Files.writeString(log.resolveSibling("0.log.20261118-100000.gz"), "older");
    gone.stop();
    timers.advance(Duration.ofSeconds(1));
    assertThat(collector(1, -1).deleteUnused()).isEmpty();
    assertThat(removed)
        .containsExactly("container pod_gone", "sandbox pod_gone", "log_directory pod_gone");
    assertThat(ids()).isEmpty();
    assertThat(sandboxes()).isZero();
    assertThat(podLogs).isEmptyDirectory();
    assertThat(links).isEmptyDirectory();
  }

  @Test
  void ofOneContainerTheOldInstancesGoWithTheirLogs() throws IOException {
    CriPod live = pod("live", 0);
    for (int i = 0; i < 3; i++) {
      logOf("live", "main", i, dead(live, "main", i));
      timers.advance(Duration.ofSeconds(1));
    }
    assertThat(collector(1, -1).deleteUnused()).isEmpty();
    assertThat(ids()).hasSize(1);
    assertThat(podLogs.resolve("ns_live_live/main").toFile().list()).containsExactly("2.log");
    assertThat(links.toFile().list()).hasSize(1);
  }

  @Test
  void aFailureIsAnEventAndHoldsUpOnlyItsSandbox() throws Exception {
    CriPod stuck = pod("stuck", 0);
    dead(stuck, "main", 0);
    stuck.stop();
    CriPod gone = pod("gone", 0);
    dead(gone, "main", 0);
    gone.stop();
    timers.advance(Duration.ofSeconds(1));
    cri.script().fail("RemoveContainer", 1, CriException.Kind.INTERNAL, "device is busy");
    ContainerCollector collector = collector(1, -1);
    collector.start();
    NodeEvent event = events.poll(20, TimeUnit.SECONDS);
    assertThat(event).isNotNull();
    assertThat(event.reason()).isEqualTo("ContainerGCFailed");
    assertThat(event.message()).contains("device is busy");
    assertThat(removed).containsExactly("container pod_gone", "sandbox pod_gone");
    assertThat(sandboxes()).isEqualTo(1);
    collector.stop();
  }

  @Test
  void looksAgainEachMinuteAndSoonAfterAPodHasEnded() throws Exception {
    BlockingQueue<String> looks = new LinkedBlockingQueue<>();
    cri.script().before("ListPodSandbox", () -> looks.add("look"));
    ContainerCollector collector = collector(1, 10);
    collector.start();
    assertThat(looks.poll(20, TimeUnit.SECONDS)).isNotNull();
    awaitTimers(1);
    timers.advance(Duration.ofMinutes(1));
    assertThat(looks.poll(20, TimeUnit.SECONDS)).isNotNull();
    awaitTimers(1);
    collector.podEnded();
    timers.advance(Duration.ofSeconds(1));
    assertThat(looks.poll(20, TimeUnit.SECONDS)).isNotNull();
    collector.stop();
  }

  private void awaitTimers(int count) {
    while (timers.pending() < count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void withoutALimitInAllTheEndOfAPodWakesNobody() {
    collector(1, -1).podEnded();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void aPodThatCameBackKeepsItsLogs() throws IOException {
    Path log = logOf("back", "main", 0, "0000000000");
    KnownPods before = new KnownPods(Map.of(), true);
    KnownPods after = new KnownPods(Map.of(new PodUid("back"), Standing.ALIVE), true);
    List<KnownPods> answers = new CopyOnWriteArrayList<>(List.of(before, after));
    ContainerCollector collector =
        new ContainerCollector(
            cri,
            logs,
            answers::removeFirst,
            new CollectionSettings(Duration.ZERO, 1, -1),
            new PodEvents(timers, events::add),
            (what, reason) -> {},
            timers);
    assertThat(collector.deleteUnused()).isEmpty();
    assertThat(log).exists();
  }

  @Test
  void aContainerInAnUnknownStateIsStoppedFirst() throws IOException {
    ListedContainer unknown =
        new ListedContainer(
            dead(pod("gone", 0), "main", 0),
            new PodUid("gone"),
            new PodKey("ns", "gone"),
            "main",
            "",
            State.UNKNOWN,
            timers.now(),
            0,
            2);
    new Remover(cri, logs, pod -> false)
        .remove(new Removal.RemoveContainer(unknown, Removal.Reason.POD_GONE));
    assertThat(cri.script().calls())
        .extracting(call -> call.rpc())
        .endsWith("StopContainer", "RemoveContainer");
  }

  private CriPod pod(String uid, int attempt) {
    return new CriPod(
        cri,
        PodSandboxConfig.newBuilder()
            .setMetadata(
                PodSandboxMetadata.newBuilder()
                    .setName(uid)
                    .setNamespace("ns")
                    .setUid(uid)
                    .setAttempt(attempt))
            .putAllLabels(labels(uid))
            .setLogDirectory(podLogs.resolve("ns_" + uid + "_" + uid).toString())
            .build());
  }

  private static Map<String, String> labels(String uid) {
    return Map.of(
        Annotations.POD_UID, uid, Annotations.POD_NAME, uid, Annotations.POD_NAMESPACE, "ns");
  }

  private String dead(CriPod pod, String name, int attempt) {
    String uid = pod.status().getMetadata().getUid();
    String id =
        pod.launch(
            ContainerConfig.newBuilder()
                .setMetadata(ContainerMetadata.newBuilder().setName(name).setAttempt(attempt))
                .setImage(ImageSpec.newBuilder().setImage(IMAGE))
                .putAllLabels(labels(uid))
                .putAnnotations(Annotations.CONTAINER_RESTART_COUNT, "" + attempt)
                .setLogPath(PodLogPaths.containerLog(name, attempt))
                .build());
    cri.exit(id, 0);
    return id;
  }

  private Path logOf(String uid, String name, int attempt, String id) throws IOException {
    Path log =
        podLogs.resolve("ns_" + uid + "_" + uid).resolve(PodLogPaths.containerLog(name, attempt));
    Files.createDirectories(log.resolveSibling(""));
    Files.writeString(log, "lines");
    Files.createSymbolicLink(links.resolve(PodLogPaths.linkName(uid, "ns", name, id)), log);
    return log;
  }

  private List<String> ids() {
    return cri
        .listContainers(ListContainersRequest.getDefaultInstance())
        .getContainersList()
        .stream()
        .map(Container::getId)
        .toList();
  }

  private int sandboxes() {
    return cri.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsCount();
  }
}
