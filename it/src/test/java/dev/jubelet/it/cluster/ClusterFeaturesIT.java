package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * What only pods of a cluster can have: containers that are added while they run, and a runtime
 * class, here one whose handler has user namespaces.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class ClusterFeaturesIT {
  private static final String SETTINGS = "featureGates: {PodCertificateRequest: true}\n";
  private static final String CLASS = "own-users";

  /** A pod whose containers all end well has succeeded, also when it is evicted. */
  private static final String ENDS_BADLY =
      "trap 'exit 1' TERM; while :; do sleep 3600 & wait; done";

  private static final String LONG_LINES = "dd if=/dev/zero bs=1024 count=3072 | tr '\\0' x";
  private static final String SAY = "{ %s; } > /dev/termination-log 2>&1";

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final JoinedNode joined;
  private final FlexDisk flex = new FlexDisk();

  ClusterFeaturesIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start();
    joined =
        new JoinedNode(
            cluster,
            TestNode.joining(
                containerd,
                cluster.plane().nodeKubeconfig(TestNode.NODE_NAME),
                SETTINGS + "volumePluginDir: " + flex.directory() + "\n"));
  }

  @BeforeAll
  void start() {
    joined.join();
  }

  @AfterEach
  void clear() {
    joined.clear();
    assertThat(cluster.pods().contradictions()).isEmpty();
  }

  @AfterAll
  void stop() {
    try (flex) {
      joined.close();
    }
  }

  @Test
  @Rule("6.16")
  void aContainerAddedToARunningPodSeesTheProcessesOfItsTarget() {
    cluster.create(
        Workloads.boundPod("subject")
            .running("main", containerd.image())
            .with("env: [{name: MARK, value: here-i-am}]")
            .running("other", containerd.image())
            .yaml());
    Pod before = joined.awaitReady("subject");

    debug("subject", "look", "main", "tr '\\0' '\\n' < /proc/1/environ | grep MARK");
    assertThat(endOf("subject", "look").getMessage()).isEqualTo("MARK=here-i-am\n");
    debug("subject", "again", "other", "grep -c MARK /proc/1/environ; exit 3");
    assertThat(endOf("subject", "again"))
        .satisfies(
            end -> {
              assertThat(end.getMessage()).isEqualTo("0\n");
              assertThat(end.getExitCode()).isEqualTo(3);
            });

    Pod after = joined.awaitReady("subject");
    assertThat(containersOf(after)).isEqualTo(containersOf(before));
    assertThat(after.getStatus().getEphemeralContainerStatuses())
        .extracting(ContainerStatus::getName, ContainerStatus::getRestartCount)
        .containsExactly(tuple("again", 0), tuple("look", 0));
  }

  @Test
  @Rule("6.16")
  void aContainerThatCannotBeAddedDisturbsNobody() {
    cluster.create(Workloads.staying("calm", containerd.image()));
    Pod before = joined.awaitReady("calm");
    cluster.kubectl(
        "debug", "calm", "--image=localhost/none:1", "--container=odd", "--attach=false");
    joined.await(
        "calm",
        "waits for the image",
        p -> added(p, "odd").filter(ClusterFeaturesIT::waits).isPresent());
    Pod after = joined.awaitReady("calm");
    assertThat(containersOf(after)).isEqualTo(containersOf(before));
  }

  private static List<String> containersOf(Pod pod) {
    return PodStates.statuses(pod).stream().map(ContainerStatus::getContainerID).toList();
  }

  private static boolean waits(ContainerStatus status) {
    return status.getState().getWaiting() != null
        && Stream.of("ErrImagePull", "ImagePullBackOff")
            .anyMatch(status.getState().getWaiting().getReason()::equals);
  }

  private void debug(String pod, String name, String target, String script) {
    cluster.kubectl(
        "debug",
        pod,
        "--image=" + containerd.image(),
        "--container=" + name,
        "--target=" + target,
        "--attach=false",
        "--",
        "sh",
        "-c",
        SAY.formatted(script));
  }

  private ContainerStateTerminated endOf(String pod, String container) {
    return joined
        .await(
            pod,
            container + " has ended",
            p -> added(p, container).filter(ClusterFeaturesIT::ended).isPresent())
        .getStatus()
        .getEphemeralContainerStatuses()
        .stream()
        .filter(status -> status.getName().equals(container))
        .findFirst()
        .orElseThrow()
        .getState()
        .getTerminated();
  }

  private static boolean ended(ContainerStatus status) {
    return status.getState().getTerminated() != null;
  }

  private static Optional<ContainerStatus> added(Pod pod, String container) {
    return pod.getStatus().getEphemeralContainerStatuses().stream()
        .filter(status -> status.getName().equals(container) && status.getState() != null)
        .findFirst();
  }

  /** The node learns of it only when a pod asks. */
  @Test
  @Rule({"5.3", "5.7"})
  void aLabelThatTheNodeHasJustGotCounts() {
    cluster.kubectl("label", "node", TestNode.NODE_NAME, "disk=fast");
    cluster.create(selecting("fast"));
    joined.awaitReady("fast");
    cluster.create(selecting("slow"));
    Pod refused = joined.await("slow", "is refused", PodStates::isOver);
    assertThat(refused.getStatus().getReason()).isEqualTo("NodeAffinity");
  }

  private String selecting(String disk) {
    return Workloads.boundPod(disk)
        .spec("  nodeSelector: {disk: " + disk + "}")
        .running("main", containerd.image())
        .yaml();
  }

  @Test
  @Rule("5.6")
  void aTaintThatEndsPodsKeepsThemOut() {
    String taint = "storm=soon:NoExecute";
    cluster.kubectl("taint", "node", TestNode.NODE_NAME, taint);
    try {
      // Reads the node anew, so that the taint is known.
      cluster.create(selecting("none"));
      joined.await("none", "is refused", PodStates::isOver);
      cluster.create(Workloads.staying("meek", containerd.image()));
      Pod refused = joined.await("meek", "is refused", PodStates::isOver);
      assertThat(refused.getStatus().getReason()).isEqualTo("TaintToleration");
      cluster.create(
          Workloads.boundPod("brave")
              .spec("  tolerations: [{key: storm, operator: Exists}]")
              .running("main", containerd.image())
              .yaml());
      joined.awaitReady("brave");
    } finally {
      cluster.kubectl("taint", "node", TestNode.NODE_NAME, taint + "-");
      cluster.create(selecting("again"));
      joined.await("again", "is refused", PodStates::isOver);
    }
  }

  /** Also somebody else than this node may say so. */
  @Test
  @Rule({"6.13", "7.2"})
  void anEvictedPodKeepsItsStatusAndNoContainers() {
    cluster.create(Workloads.staying("burden", containerd.image()));
    String container = PodStates.containerId(joined.awaitReady("burden"));
    cluster.kubectl(
        "patch",
        "pod",
        "burden",
        "--subresource=status",
        "-p",
        "{\"status\": {\"phase\": \"Failed\", \"reason\": \"Evicted\"}}");
    joined.await("it is gone", () -> joined.runtime().status(container).isEmpty());
    Pod told =
        joined.await(
            "burden",
            "tells its end",
            pod -> PodStates.statuses(pod).getFirst().getState().getTerminated() != null);
    assertThat(told.getStatus().getReason()).isEqualTo("Evicted");
    assertThat(PodStates.containerId(told)).isEqualTo(container);
  }

  @Test
  @Rule("7.2")
  void aPodThatUsesMoreThanItMayIsEvictedAndItsNeighbourIsNot() {
    cluster.create(filling("modest", 900, "sizeLimit: 1Mi", ""));
    cluster.create(filling("greedy", 3072, "sizeLimit: 1Mi", ""));
    cluster.create(filling("hoarder", 3072, "", "{ephemeral-storage: 1Mi}"));
    cluster.create(
        Workloads.boundPod("chatty")
            .container("main", containerd.image(), LONG_LINES + "; " + ENDS_BADLY)
            .with("resources: {limits: {ephemeral-storage: 1Mi}}")
            .running("calm", containerd.image())
            .with("resources: {limits: {ephemeral-storage: 100Mi}}")
            .yaml());

    assertEvicted("greedy", "Usage of EmptyDir volume \"data\" exceeds the limit \"1Mi\". ");
    assertEvicted(
        "hoarder", "Pod ephemeral local storage usage exceeds the total limit of containers 1Mi. ");
    assertEvicted("chatty", "Container main exceeded its local ephemeral storage limit \"1Mi\". ");
    assertThat(joined.node().page("/metrics").orElseThrow())
        .contains(
            "kubelet_evictions{eviction_signal=\"emptydirfs.limit\"} 1",
            "kubelet_evictions{eviction_signal=\"ephemeralpodfs.limit\"} 1",
            "kubelet_evictions{eviction_signal=\"ephemeralcontainerfs.limit\"} 1");

    String container = PodStates.containerId(joined.awaitReady("modest"));
    joined.node().killKubelet();
    joined.node().startKubelet();
    cluster.create(Workloads.staying("later", containerd.image()));
    joined.awaitReady("later");
    assertThat(PodStates.containerId(joined.awaitReady("modest"))).isEqualTo(container);
    assertThat(joined.running("greedy")).isEmpty();
    assertThat(cluster.pods().find("greedy").orElseThrow().getStatus().getReason())
        .isEqualTo("Evicted");
  }

  /** Ready when so many KiB are in its volume. */
  private String filling(String name, int kibibytes, String volume, String limits) {
    String fill = "dd if=/dev/zero of=/data/file count=1 bs=" + kibibytes + "k";
    return Workloads.boundPod(name)
        .container("main", containerd.image(), fill + "; touch /full; " + ENDS_BADLY)
        .with("volumeMounts: [{name: data, mountPath: /data}]")
        .with("readinessProbe: {exec: {command: [test, -e, /full]}, periodSeconds: 1}")
        .with("resources: {limits: " + (limits.isEmpty() ? "{}" : limits) + "}")
        .spec("  volumes: [{name: data, emptyDir: {" + volume + "}}]")
        .yaml();
  }

  private void assertEvicted(String name, String message) {
    Pod over = joined.await(name, "is over", PodStates::isOver);
    assertThat(over.getStatus().getPhase()).isEqualTo("Failed");
    assertThat(over.getStatus().getReason()).isEqualTo("Evicted");
    assertThat(over.getStatus().getMessage()).isEqualTo(message);
    assertThat(over.getStatus().getConditions())
        .noneMatch(condition -> condition.getType().equals("DisruptionTarget"));
    joined.await("nothing of " + name + " runs", () -> joined.running(name).isEmpty());
    joined.await("people are told of " + name, () -> evictionOf(name).equals("Warning " + message));
  }

  private String evictionOf(String pod) {
    return cluster.kubectl(
        "get",
        "events",
        "--field-selector=reason=Evicted,involvedObject.name=" + pod,
        "-o",
        "jsonpath={range .items[*]}{.type} {.message}{end}");
  }

  @Test
  @Rule("10.7")
  void aPodWithUsersOfItsOwnIsNobodyOnTheHost() throws IOException {
    createRuntimeClass();
    cluster.create(
        ownUsers("humble")
            .container("main", containerd.image(), "touch /work/file; " + Manifests.STAY)
            .with("volumeMounts: [{name: work, mountPath: /work}]")
            .with("readinessProbe: {exec: {command: [test, -O, /work/file]}, periodSeconds: 1}")
            .spec("  volumes: [{name: work, emptyDir: {}}]")
            .yaml());
    Path process = processOf(PodStates.containerId(joined.awaitReady("humble")));
    String[] map = Files.readString(process.resolve("uid_map")).strip().split(" +", -1);
    assertThat(map[0]).as("first in the pod").isEqualTo("0");
    assertThat(Long.parseLong(map[1])).as("first on the host").isGreaterThanOrEqualTo(65536);
    assertThat(map[2]).as("how many").isEqualTo("65536");
    assertThat(Files.readString(process.resolve("status"))).contains("\nUid:\t" + map[1] + "\t");
  }

  @Test
  @Rule({"10.3", "10.7"})
  void theirProcCanBeUnmasked() {
    createRuntimeClass();
    String maskedPaths = SAY.formatted("grep -c ' /proc/' /proc/mounts");
    cluster.create(
        ownUsers("curious")
            .restartPolicy("Never")
            .container("open", containerd.image(), maskedPaths)
            .with("securityContext: {procMount: Unmasked}")
            .container("usual", containerd.image(), maskedPaths)
            .yaml());
    Pod ended = joined.await("curious", "has ended", PodStates::isOver);
    assertThat(PodStates.statuses(ended))
        .extracting(ContainerStatus::getName, status -> lastWords(status).equals("0\n"))
        .containsExactly(tuple("open", true), tuple("usual", false));
  }

  @Test
  void aPodGetsACertificateAndKeepsItUntilAnotherAgentHasTheNext() throws IOException {
    assumeThat(cluster.plane().minorRelease()).isGreaterThanOrEqualTo(36);
    cluster.kubectl("create", "serviceaccount", "holder");
    PodSigner signer = new PodSigner(cluster.plane());
    String uid = cluster.create(certified("holder"));
    joined.await("it asks", () -> signer.pending().isPresent());
    PodSigner.Request first = signer.pending().orElseThrow();
    assertThat(first.spec().path("podUID").asText()).isEqualTo(uid);
    assertThat(first.spec().at("/unverifiedUserAnnotations/example.com~1use").asText())
        .isEqualTo("tests");
    String chain = signer.issue(first);
    String container = PodStates.containerId(joined.awaitReady("holder"));
    Path file =
        joined.node().root().resolve("pods/" + uid + "/volumes/kubernetes.io~projected/tls/pem");
    String before = Files.readString(file);
    assertThat(before).startsWith("-----BEGIN PRIVATE KEY-----");
    assertThat(endsWith(file, chain)).isTrue();
    assertThat(joined.node().page("/metrics").orElseThrow())
        .contains(
            "kubelet_podcertificate_states{signer_name=\"example.com/pods\",state=\"fresh\"} 1");

    joined.node().killKubelet();
    joined.node().startKubelet();
    joined.await("it asks again", () -> signer.pending().isPresent());
    assertThat(Files.readString(file)).isEqualTo(before);
    String next = signer.issue(signer.pending().orElseThrow());
    joined.await("the file changes", () -> endsWith(file, next));
    assertThat(PodStates.containerId(joined.awaitReady("holder"))).isEqualTo(container);
  }

  @Test
  void aPodWhoseCertificateIsDeniedIsToldSo() {
    assumeThat(cluster.plane().minorRelease()).isGreaterThanOrEqualTo(36);
    cluster.kubectl("create", "serviceaccount", "beggar");
    PodSigner signer = new PodSigner(cluster.plane());
    cluster.create(certified("beggar"));
    joined.await("it asks", () -> signer.pending().isPresent());
    signer.deny(signer.pending().orElseThrow());
    joined.await(
        "people are told",
        () ->
            joined
                .node()
                .log()
                .contains("permanently denied: reason=\\\"Tried\\\" message=\\\"by a test\\\""));
    assertThat(signer.pending()).isEmpty();
  }

  private String certified(String name) {
    return Workloads.boundPod(name)
        .spec("  serviceAccountName: " + name)
        .running("main", containerd.image())
        .with("volumeMounts: [{name: tls, mountPath: /tls}]")
        .spec(
            """
              volumes:
              - name: tls
                projected:
                  sources:
                  - podCertificate:
                      {signerName: %s, keyType: ECDSAP256, credentialBundlePath: pem,
                       userAnnotations: {example.com/use: tests}}"""
                .formatted(PodSigner.NAME)
                .indent(2)
                .stripTrailing())
        .yaml();
  }

  /** However lines are broken. */
  private static boolean endsWith(Path file, String pem) {
    try {
      return Files.readString(file).replaceAll("\\s", "").endsWith(pem.replaceAll("\\s", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The test is the controller that attaches volumes. */
  @Test
  void aFlexVolumeIsUsedOnceAControllerHasAttachedIt() {
    String name = FlexDisk.NAME + "/data";
    cluster.create(
        Workloads.boundPod("flexible")
            .container("main", containerd.image(), "echo kept > /data/word; " + Manifests.STAY)
            .with("volumeMounts: [{name: data, mountPath: /data}]")
            .spec("  volumes: [{name: data, flexVolume: {driver: " + FlexDisk.NAME + "}}]")
            .yaml());
    joined.await("the node says that it uses the volume", () -> volumesInUse().contains(name));
    assertThat(flex.calls()).doesNotContain("mountdevice");
    attach("[{\"name\": \"%s\", \"devicePath\": \"/dev/acme\"}]".formatted(name));
    joined.awaitReady("flexible");
    assertThat(flex.calls()).contains("waitforattach /dev/acme\n", "mountdevice ");
    cluster.kubectl("delete", "pod", "flexible", "--timeout=60s");
    joined.await("the node lets go of it", () -> !volumesInUse().contains(name));
    assertThat(flex.calls()).contains("unmountdevice ").doesNotContain("\nattach ", "\ndetach ");
    attach("null");
  }

  private List<String> volumesInUse() {
    return cluster.node().orElseThrow().getStatus().getVolumesInUse();
  }

  private void attach(String volumes) {
    cluster.kubectl(
        "patch",
        "node",
        TestNode.NODE_NAME,
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\": {\"volumesAttached\": " + volumes + "}}");
  }

  private static String lastWords(ContainerStatus status) {
    return status.getState().getTerminated().getMessage();
  }

  /** Of the runtime handler that says that it can do this. */
  private void createRuntimeClass() {
    Optional<String> handler = containerd.newerHandler();
    assumeThat(handler).as("a runc with user namespaces").isPresent();
    cluster.kubectl("delete", "runtimeclass", CLASS, "--ignore-not-found");
    cluster.create(
        """
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: {name: %s}
        handler: %s
        """
            .formatted(CLASS, handler.orElseThrow()));
    assertThat(cluster.node().orElseThrow().getStatus().getRuntimeHandlers())
        .filteredOn(known -> handler.get().equals(known.getName()))
        .extracting(known -> known.getFeatures().getUserNamespaces())
        .containsExactly(true);
  }

  private static Manifests ownUsers(String pod) {
    return Workloads.boundPod(pod).spec("  hostUsers: false\n  runtimeClassName: " + CLASS);
  }

  private Path processOf(String container) {
    return containerd
        .ctr("tasks", "list")
        .lines()
        .filter(line -> line.startsWith(container))
        .map(line -> Path.of("/proc", line.split("\\s+", -1)[1]))
        .findFirst()
        .orElseThrow();
  }
}
