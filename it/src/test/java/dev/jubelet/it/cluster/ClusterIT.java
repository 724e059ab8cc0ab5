package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.ControlPlane.Extra;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that joined with a token, and what people and controllers do with its pods. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class ClusterIT {
  private static final String SETTINGS =
      """
      nodeLeaseDurationSeconds: 8
      featureGates: {ClusterTrustBundle: true, ClusterTrustBundleProjection: true}
      """;

  /** Valid for a hundred years; nobody has its key. */
  private static final String OTHER_AUTHORITY =
      """
      -----BEGIN CERTIFICATE-----
      MIIBczCCARmgAwIBAgIUd4DJAORwSsCODp8NDzrxm8wHWm0wCgYIKoZIzj0EAwIw
      DjEMMAoGA1UEAwwDb25lMCAXDTI2MTExNTIyMDA0NloYDzIxMjYxMDIyMjIwMDQ2
      WjAOMQwwCgYDVQQDDANvbmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQzRiHB
      fhhQcBGbj4376efusWRAEYGx/s4pEpXGx53CoCoT/UjBlxCntw8O/S4r6Y2UYmxA
      2wXrxo0ehP1F3uxXo1MwUTAdBgNVHQ4EFgQUZfk//qHujz1IXOp5c0UA2sA7N1Ew
      HwYDVR0jBBgwFoAUZfk//qHujz1IXOp5c0UA2sA7N1EwDwYDVR0TAQH/BAUwAwEB
      /zAKBggqhkjOPQQDAgNIADBFAiA5ZcehfGOUORWZUoTv/7CvGo9OVxxAXKIcXMfh
      U/+b4wIhAK1z3oLzD9HRuKjI0qz+7Bi1V0zaa2Ew7DVso4qEDQiM
      -----END CERTIFICATE-----
      """;

  private static final int MOST_WRITES = 3;

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final JoinedNode joined;

  ClusterIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start(Extra.CONTROLLERS, Extra.SCHEDULER);
    joined =
        new JoinedNode(
            cluster,
            TestNode.bootstrapping(containerd, cluster.plane().bootstrapKubeconfig(), SETTINGS));
  }

  @BeforeAll
  void start() {
    joined.join();
    joined.await("pods may be created", this::hasServiceAccount);
  }

  private boolean hasServiceAccount() {
    return cluster.kubectl("get", "serviceaccounts", "-o", "name").contains("default");
  }

  @AfterEach
  void clear() {
    joined.clear();
    assertThat(cluster.pods().contradictions()).isEmpty();
  }

  @AfterAll
  void stop() {
    joined.close();
  }

  @Test
  void theNodeCameByItsCertificateWithAToken() {
    assertThat(joined.node().pki().resolve("kubelet-client-current.pem")).isSymbolicLink();
    assertThat(Files.exists(joined.node().directory().resolve("kubeconfig"))).isTrue();
    assertThat(cluster.kubectl("get", "csr"))
        .contains("system:bootstrap:lab001", "Approved,Issued");
  }

  @Test
  void theNodeTellsWhatItIs() {
    Node node = cluster.node().orElseThrow();
    assertThat(node.getMetadata().getLabels())
        .containsEntry("kubernetes.io/hostname", TestNode.NODE_NAME)
        .containsEntry("kubernetes.io/os", "linux")
        .containsKey("kubernetes.io/arch");
    assertThat(node.getStatus().getAddresses())
        .contains(
            new NodeAddress(containerd.gateway(), "InternalIP"),
            new NodeAddress(TestNode.NODE_NAME, "Hostname"));
    assertThat(node.getStatus().getConditions())
        .extracting(NodeCondition::getType)
        .containsExactlyInAnyOrder("MemoryPressure", "DiskPressure", "PIDPressure", "Ready");
    assertThat(node.getStatus().getDaemonEndpoints().getKubeletEndpoint().getPort())
        .isEqualTo(joined.node().mainPort());
    assertThat(node.getStatus().getImages())
        .anySatisfy(image -> assertThat(image.getNames()).contains(containerd.image()));
    assertCapacity(node);
    assertSystem(node.getStatus().getNodeInfo());
  }

  private static void assertCapacity(Node node) {
    var capacity = node.getStatus().getCapacity();
    assertThat(capacity)
        .containsEntry("pods", new Quantity("110"))
        .containsEntry(
            "cpu", new Quantity(Integer.toString(Runtime.getRuntime().availableProcessors())));
    for (String resource : List.of("memory", "ephemeral-storage")) {
      assertThat(Quantity.getAmountInBytes(capacity.get(resource)))
          .as(resource)
          .isGreaterThan(BigDecimal.valueOf(1 << 30));
      assertThat(Quantity.getAmountInBytes(node.getStatus().getAllocatable().get(resource)))
          .as(resource)
          .isPositive()
          .isLessThan(Quantity.getAmountInBytes(capacity.get(resource)));
    }
  }

  private static void assertSystem(NodeSystemInfo system) {
    assertThat(system.getKubeletVersion()).startsWith("v1.36");
    assertThat(system.getContainerRuntimeVersion()).startsWith("containerd://2");
    assertThat(system.getKernelVersion()).isEqualTo(System.getProperty("os.version"));
    assertThat(system.getOperatingSystem()).isEqualTo("linux");
    assertThat(List.of(system.getBootID(), system.getMachineID(), system.getOsImage()))
        .doesNotContain("");
  }

  @Test
  void theStartOfTheNodeIsTimed() {
    for (String span : List.of("registration_duration", "duration")) {
      String name = "kubelet_node_startup_" + span + "_seconds";
      joined.await(name + " is told", () -> !Set.of("", "0").contains(metric(name)));
    }
  }

  @Test
  void theLeaseOfTheNodeIsRenewed() {
    Lease first = cluster.lease().orElseThrow();
    assertThat(first.getSpec().getHolderIdentity()).isEqualTo(TestNode.NODE_NAME);
    assertThat(first.getSpec().getLeaseDurationSeconds()).isEqualTo(8);
    assertThat(first.getMetadata().getOwnerReferences())
        .extracting("uid")
        .containsExactly(cluster.node().orElseThrow().getMetadata().getUid());
    joined.await(
        "the lease is renewed",
        () ->
            cluster
                .lease()
                .orElseThrow()
                .getSpec()
                .getRenewTime()
                .isAfter(first.getSpec().getRenewTime()));
  }

  @Test
  void aDeploymentGrowsAndShrinks() {
    cluster.create(Workloads.deployment("web", containerd.image()));
    cluster.kubectl("scale", "deployment", "web", "--replicas=10");
    cluster.kubectl("rollout", "status", "deployment", "web", "--timeout=60s");
    List<Pod> pods = cluster.pods().present();
    assertThat(pods).hasSize(10).allMatch(TestNode::isReady);
    assertThat(pods).extracting(pod -> pod.getStatus().getPodIP()).doesNotHaveDuplicates();
    assertThat(joined.runtime().sandboxes()).hasSize(10);

    cluster.kubectl("scale", "deployment", "web", "--replicas=0");
    joined.await("its pods are gone", () -> cluster.pods().present().isEmpty());
    joined.await("the runtime has none", () -> joined.runtime().sandboxes().isEmpty());
  }

  @Test
  void aJobCompletes() {
    cluster.create(Workloads.job("sum", containerd.image(), 4));
    cluster.kubectl("wait", "--for=condition=complete", "job/sum", "--timeout=60s");
    assertThat(cluster.pods().present())
        .hasSize(4)
        .allMatch(pod -> PodStates.isPhase(pod, "Succeeded"))
        .allMatch(
            pod ->
                PodStates.statuses(pod).getFirst().getState().getTerminated().getExitCode() == 0);
  }

  @Test
  void aDaemonSetHasOnePodHere() {
    cluster.create(Workloads.daemonSet("agent", containerd.image()));
    cluster.kubectl("rollout", "status", "daemonset", "agent", "--timeout=60s");
    assertThat(cluster.pods().present()).hasSize(1).allMatch(TestNode::isReady);
  }

  @Test
  void aDirectoryOfTheNodeIsClaimedAndOutlivesItsPod(@TempDir Path data) throws IOException {
    cluster.create(
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: here}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          storageClassName: ""
          local: {path: %s}
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchFields: [{key: metadata.name, operator: In, values: [%s]}]
        """
            .formatted(data, TestNode.NODE_NAME));
    cluster.create(
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: mine}
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: ""
          volumeName: here
          resources: {requests: {storage: 1Gi}}
        """);
    String uid =
        cluster.create(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: keeper}
            spec:
              terminationGracePeriodSeconds: 1
              securityContext: {fsGroup: 4000}
              containers:
              - name: main
                image: %s
                command: [sh, -c, "echo kept > /data/word; while :; do sleep 1; done"]
                volumeMounts: [{name: data, mountPath: /data}]
              volumes: [{name: data, persistentVolumeClaim: {claimName: mine}}]
            """
                .formatted(containerd.image()));
    joined.awaitReady("keeper");
    joined.await("it has written", () -> Files.exists(data.resolve("word")));
    Path mounted =
        joined.node().root().resolve("pods/" + uid + "/volumes/kubernetes.io~local-volume/here");
    assertThat(mounted.resolve("word")).exists();
    assertThat((int) Files.getAttribute(data, "unix:gid")).isEqualTo(4000);
    cluster.kubectl("delete", "pod", "keeper", "--timeout=60s");
    joined.await("its mount is gone", () -> !Files.exists(mounted));
    assertThat(data.resolve("word")).hasContent("kept");
    cluster.kubectl("delete", "pvc/mine", "pv/here", "--wait=false");
  }

  @Test
  void trustBundlesArriveInAVolumeAndChangeThere() throws IOException {
    String uid =
        cluster.create(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: trusting}
            spec:
              terminationGracePeriodSeconds: 1
              containers:
              - name: main
                image: %s
                command: [sh, -c, "while :; do sleep 1; done"]
                volumeMounts: [{name: trust, mountPath: /trust}]
              volumes:
              - name: trust
                projected:
                  sources: [{clusterTrustBundle: {name: anchors, path: ca.pem}}]
            """
                .formatted(containerd.image()));
    joined.await("it waits", () -> joined.node().log().contains("\"anchors\\\" not found"));
    Path ours = cluster.plane().adminKubeconfig().resolveSibling("pki/ca.crt");
    trust("create", Files.readString(ours));
    joined.awaitReady("trusting");
    Path file =
        joined
            .node()
            .root()
            .resolve("pods/" + uid + "/volumes/kubernetes.io~projected/trust/ca.pem");
    assertThat(file).hasSameTextualContentAs(ours);
    trust("replace", OTHER_AUTHORITY);
    joined.await("the file changes", () -> contentIs(file, OTHER_AUTHORITY));
    cluster.kubectl("delete", "clustertrustbundle", "anchors");
  }

  private static boolean contentIs(Path file, String text) {
    try {
      return Files.readString(file).equals(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void trust(String verb, String pem) throws IOException {
    Path file = Files.createTempFile("bundle", ".yaml");
    Files.writeString(
        file,
        """
        apiVersion: certificates.k8s.io/v1beta1
        kind: ClusterTrustBundle
        metadata: {name: anchors}
        spec:
          trustBundle: |
        %s"""
            .formatted(pem.indent(4)));
    cluster.kubectl(verb, "-f", file.toString());
    Files.delete(file);
  }

  @Test
  void aPodThatIgnoresItsEndGoesAfterItsGrace() {
    cluster.create(
        Workloads.pod("deaf")
            .container("main", containerd.image(), "trap '' TERM; while :; do sleep 1; done")
            .graceSeconds(600)
            .yaml());
    joined.awaitReady("deaf");
    cluster.kubectl("delete", "pod", "deaf", "--grace-period=1", "--timeout=20s");
    joined.awaitGone("deaf");
  }

  @Test
  void podsOfOneNameFollowEachOther() {
    String pod = Workloads.staying("heir", containerd.image());
    String first = cluster.create(pod);
    joined.awaitReady("heir");
    cluster.kubectl("delete", "pod", "heir", "--timeout=20s");
    String second = cluster.create(pod);
    joined.awaitReady("heir");
    cluster.deleteByForce("heir");
    String third = cluster.create(pod);
    joined.await("heir", "is the third", p -> TestNode.isReady(p) && isOf(p, third));

    assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
    joined.await("the others are gone", () -> joined.sandboxes("heir").size() == 1);
    assertThat(joined.sandboxes("heir").getFirst().getMetadata().getUid()).isEqualTo(third);
  }

  private static boolean isOf(Pod pod, String uid) {
    return pod.getMetadata().getUid().equals(uid);
  }

  @Test
  void aStaticPodIsShownByItsMirror() {
    String name = TestNode.podName("fixed");
    joined
        .node()
        .apply(Manifests.pod("fixed").running("main", containerd.image()).graceSeconds(1), "fixed");
    Pod mirror = joined.awaitReady(name);
    String container = PodStates.containerId(mirror);
    assertThat(mirror.getMetadata().getAnnotations()).containsKey("kubernetes.io/config.mirror");
    assertThat(mirror.getStatus().getPodIP()).isNotEmpty();
    joined.await("the mirror is counted", () -> metric("kubelet_mirror_pods").equals("1"));

    cluster.kubectl("delete", "pod", name, "--wait=false");
    Pod again =
        joined.await(
            name,
            "is there again",
            pod -> TestNode.isReady(pod) && !isOf(pod, mirror.getMetadata().getUid()));
    assertThat(PodStates.containerId(again)).isEqualTo(container);
    assertThat(joined.isRunning(container)).isTrue();

    joined.node().remove("fixed");
    joined.awaitGone(name);
  }

  /** The value of a metric without labels; empty when it is not told. */
  private String metric(String name) {
    return joined
        .node()
        .page("/metrics")
        .flatMap(page -> page.lines().filter(line -> line.startsWith(name + " ")).findFirst())
        .map(line -> line.substring(name.length() + 1))
        .orElse("");
  }

  @Test
  void aDrainEvictsAndKeepsOthersAway() {
    cluster.create(Workloads.deployment("moved", containerd.image()));
    cluster.kubectl("scale", "deployment", "moved", "--replicas=2");
    cluster.kubectl("rollout", "status", "deployment", "moved", "--timeout=60s");
    List<String> before =
        cluster.pods().present().stream().map(p -> p.getMetadata().getUid()).toList();
    try {
      cluster.kubectl("drain", TestNode.NODE_NAME, "--ignore-daemonsets", "--timeout=60s");
      joined.await("its pods are gone", () -> joined.runtime().sandboxes().isEmpty());
      assertThat(cluster.pods().present())
          .hasSize(2)
          .allMatch(pod -> PodStates.isPhase(pod, "Pending"))
          .noneMatch(pod -> before.contains(pod.getMetadata().getUid()));
    } finally {
      cluster.kubectl("uncordon", TestNode.NODE_NAME);
    }
    cluster.kubectl("rollout", "status", "deployment", "moved", "--timeout=60s");
  }

  @Test
  void aPodThatDoesNotFitIsRefused() {
    cluster.create(
        Workloads.boundPod("huge")
            .running("main", containerd.image())
            .with("resources: {requests: {cpu: 1000}}")
            .yaml());
    Pod refused = joined.await("huge", "is refused", PodStates::isOver);
    assertThat(refused.getStatus().getPhase()).isEqualTo("Failed");
    assertThat(refused.getStatus().getReason()).isEqualTo("OutOfcpu");
    assertThat(refused.getStatus().getMessage()).contains("cpu");
    cluster.kubectl("delete", "pod", "huge", "--timeout=20s");
  }

  @Test
  void aFailingProbeIsSeenByItsRestarts() {
    cluster.create(
        Workloads.pod("sick")
            .running("main", containerd.image())
            .with(
                "livenessProbe: {exec: {command: [\"false\"]}, periodSeconds: 1, failureThreshold: 1}")
            .yaml());
    Pod pod = joined.await("sick", "was restarted", p -> PodStates.restarts(p) >= 1);
    ContainerStatus status = PodStates.statuses(pod).getFirst();
    assertThat(status.getLastState().getTerminated()).isNotNull();
  }

  /** Of its versions the first is its creation; all others are writes of the agent. */
  @Test
  void theStartOfALonePodTakesFewWrites() {
    String uid = cluster.create(Workloads.staying("lone", containerd.image()));
    joined.awaitReady("lone");
    Awaitility.await()
        .during(Duration.ofSeconds(3))
        .atMost(Duration.ofSeconds(10))
        .until(() -> cluster.pods().versionsOf(uid).size() <= 1 + MOST_WRITES);
    assertThat(cluster.pods().versionsOf(uid)).hasSizeBetween(2, 1 + MOST_WRITES);
  }
}
