package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What people do with kubectl, through a real API server to a node whose configuration says nothing
 * of access: nobody comes in without a name, and the API server says who may do what.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class KubectlIT {
  private static final String SERVE =
      "mkdir /www; echo hello from $HOSTNAME > /www/index.html; httpd -p 8080 -h /www;"
          + " echo started; echo oops >&2; ";
  private static final Pattern FORWARDING = Pattern.compile("127\\.0\\.0\\.1:(\\d+) ->");

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final JoinedNode joined;
  private final HttpClient http = HttpClient.newBuilder().sslContext(AnyServer.context()).build();

  KubectlIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start();
    joined =
        new JoinedNode(
            cluster,
            TestNode.joining(
                containerd, cluster.plane().nodeKubeconfig(TestNode.NODE_NAME), usualAccess()));
  }

  /** The API server comes to the address that the node tells. */
  private String usualAccess() {
    return """
        address: %s
        authentication: {x509: {clientCAFile: %s}}
        authorization: {}
        """
        .formatted(containerd.gateway(), cluster.plane().directory().resolve("pki/ca.crt"));
  }

  @BeforeAll
  void start() {
    joined.join();
    cluster.create(
        Workloads.boundPod("web")
            .container("main", containerd.image(), SERVE + Manifests.STAY)
            .yaml());
    joined
        .node()
        .apply(
            Manifests.pod("fixed")
                .container("main", containerd.image(), "echo I am static; " + Manifests.STAY)
                .graceSeconds(1),
            "fixed");
    joined.awaitReady("web");
    joined.awaitReady(TestNode.podName("fixed"));
  }

  @AfterAll
  void stop() {
    joined.close();
  }

  private String kubectl(String... arguments) {
    return cluster.kubectl(arguments);
  }

  @Test
  void logsAreRead() {
    joined.await("both lines are there", () -> kubectl("logs", "web").contains("oops"));
    assertThat(kubectl("logs", "web").lines()).containsExactlyInAnyOrder("started", "oops");
    assertThat(kubectl("logs", "web", "--tail=1").lines()).hasSize(1);
    assertThat(kubectl("logs", TestNode.podName("fixed"))).isEqualTo("I am static\n");
  }

  @Test
  void logsAreFollowed() {
    try (Kubectl following = Kubectl.start(cluster, "logs", "-f", "web")) {
      kubectl("exec", "web", "--", "sh", "-c", "echo and more > /proc/1/fd/1");
      assertThat(following.awaitLine(Pattern.compile("(and more)"))).isNotEmpty();
    }
  }

  @Test
  void commandsAreRun() {
    assertThat(kubectl("exec", "web", "--", "cat", "/www/index.html"))
        .isEqualTo("hello from web\n");
    assertThat(kubectl("exec", TestNode.podName("fixed"), "--", "hostname"))
        .isEqualTo(TestNode.podName("fixed") + "\n");
    try (Kubectl failing = Kubectl.start(cluster, "exec", "web", "--", "sh", "-c", "exit 7")) {
      assertThat(failing.exitCode()).isEqualTo(7);
    }
    try (Kubectl talking = Kubectl.start(cluster, "exec", "-i", "web", "--", "tr", "a-z", "A-Z")) {
      assertThat(talking.say("quiet")).isEqualTo("QUIET");
    }
  }

  @Test
  void filesAreCopiedBothWays(@TempDir Path directory) throws IOException {
    byte[] content = new byte[3 << 20];
    new Random(1).nextBytes(content);
    Path there = Files.write(directory.resolve("there"), content);
    Path back = directory.resolve("back");

    kubectl("cp", there.toString(), "web:/tmp/file");
    kubectl("cp", "web:/tmp/file", back.toString());

    assertThat(Files.readAllBytes(back)).isEqualTo(content);
  }

  @Test
  void portsAreForwarded() throws Exception {
    try (Kubectl forwarding = Kubectl.start(cluster, "port-forward", "pod/web", ":8080")) {
      String port = forwarding.awaitLine(FORWARDING);
      for (int i = 0; i < 3; i++) {
        assertThat(get("http://127.0.0.1:" + port + "/", "").body()).isEqualTo("hello from web\n");
      }
    }
  }

  @Test
  void aRunningPodIsDebugged() {
    kubectl(
        "debug",
        "web",
        "--image=" + containerd.image(),
        "--image-pull-policy=IfNotPresent",
        "--target=main",
        "--container=doctor",
        "--profile=general",
        "--attach=false",
        "--",
        "sh",
        "-c",
        "ps; " + Manifests.STAY);
    joined.await("web", "is debugged", KubectlIT::isDebugged);
    joined.await(
        "it sees the processes of its target",
        () -> kubectl("logs", "web", "-c", "doctor").contains("httpd"));
    assertThat(kubectl("exec", "web", "-c", "doctor", "--", "echo", "hi")).isEqualTo("hi\n");
    assertThat(kubectl("describe", "pod", "web")).contains("Ephemeral Containers:", "doctor:");
  }

  private static boolean isDebugged(Pod pod) {
    List<ContainerStatus> debuggers = pod.getStatus().getEphemeralContainerStatuses();
    return !debuggers.isEmpty() && debuggers.getFirst().getState().getRunning() != null;
  }

  @Test
  void podsAndNodeAreDescribed() {
    Pod web = cluster.pods().find("web").orElseThrow();
    assertThat(kubectl("get", "pods", "-o", "wide", "--no-headers").lines())
        .anyMatch(
            line ->
                line.matches("web +1/1 +Running +0 .*")
                    && line.contains(" " + web.getStatus().getPodIP() + " ")
                    && line.contains(" " + TestNode.NODE_NAME + " "));
    joined.await(
        "its events are told", () -> kubectl("describe", "pod", "web").contains("Started"));
    assertThat(kubectl("get", "nodes", "--no-headers")).matches("testnode +Ready (?s:.*)");
    assertThat(kubectl("describe", "node", TestNode.NODE_NAME))
        .contains("Container Runtime Version:", "default                     web");
  }

  @Test
  void aNodeIsDrained() {
    cluster.create(Workloads.staying("passing", containerd.image()));
    joined.awaitReady("passing");
    try {
      kubectl("label", "pod", "passing", "app=passing");
      kubectl(
          "drain", TestNode.NODE_NAME, "--force", "--pod-selector=app=passing", "--timeout=60s");
      assertThat(cluster.pods().find("web")).isPresent();
      joined.awaitGone("passing");
      assertThat(kubectl("get", "nodes", "--no-headers")).contains("SchedulingDisabled");
    } finally {
      kubectl("uncordon", TestNode.NODE_NAME);
    }
  }

  /** What metrics-server asks of every node, with the rights that it has. */
  @Test
  void usageIsReadByWhoMay() throws Exception {
    String token = account("usage-reader", "nodes/metrics");
    HttpResponse<String> usage = get(node("/metrics/resource"), token);
    assertThat(usage.statusCode()).isEqualTo(200);
    assertThat(usage.body())
        .contains("node_cpu_usage_seconds_total", "node_memory_working_set_bytes")
        .containsPattern("container_memory_working_set_bytes\\{.*pod=\"web\"");
    assertThat(get(node("/pods"), token).statusCode()).isEqualTo(403);
    assertThat(kubectl("get", "--raw", "/api/v1/nodes/testnode/proxy/metrics/resource"))
        .contains("pod=\"web\"");
  }

  @Test
  void nobodyComesInWithoutANameOrWithoutRights() throws Exception {
    String token = account("visitor", "configmaps");
    assertThat(get(node("/pods"), "").statusCode()).isEqualTo(401);
    assertThat(get(node("/pods"), "made.up.token").statusCode()).isEqualTo(401);
    HttpResponse<String> refused = get(node("/metrics"), token);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("system:serviceaccount:default:visitor", "metrics");
  }

  private String account(String name, String resource) throws IOException {
    Path file = Files.createTempFile("account", ".yaml");
    try {
      Files.writeString(
          file,
          """
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: %1$s, namespace: default}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: %1$s}
      rules: [{apiGroups: [""], resources: [%2$s], verbs: [get]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: %1$s}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
      subjects: [{kind: ServiceAccount, name: %1$s, namespace: default}]
      """
              .formatted(name, resource));
      kubectl("apply", "-f", file.toString());
    } finally {
      Files.delete(file);
    }
    return kubectl("create", "token", name).strip();
  }

  private String node(String path) {
    return "https://" + containerd.gateway() + ":" + joined.node().mainPort() + path;
  }

  private HttpResponse<String> get(String address, String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
