package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the spec of a pod promises, seen from inside its containers. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class PodFeaturesIT extends NodeSuite {
  private static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";
  private static final String CONFIG =
      """
      clusterDomain: cluster.local
      clusterDNS: [10.96.0.10]
      allowedUnsafeSysctls: ["net.core.somaxconn"]
      """;

  @TempDir Path shared;

  PodFeaturesIT(PrivateContainerd containerd) {
    super(containerd, CONFIG);
  }

  @Test
  void aPodKnowsItsNamesAndThoseItWasGiven() {
    apply(
        "named",
        """
        hostname: web
        subdomain: db
        setHostnameAsFQDN: true
        hostAliases: [{ip: 192.0.2.7, hostnames: [printer, printer.example]}]
        """,
        "hostname; hostname -f; cat /etc/hosts");
    List<String> seen = seenBy("named");
    String ip = node.awaitReady("named").getStatus().getPodIP();
    String qualified = "web.db.default.svc.cluster.local";
    assertThat(seen.subList(0, 2)).containsExactly(qualified, qualified);
    assertThat(seen)
        .contains(
            "# Kubernetes-managed hosts file.",
            "127.0.0.1\tlocalhost",
            ip + "\t" + qualified + "\tweb",
            "# Entries added by HostAliases.",
            "192.0.2.7\tprinter\tprinter.example");
  }

  @Test
  void aNameOfItsOwnWinsOverAllOthers() {
    apply(
        "override",
        "hostname: web\nsubdomain: db\nhostnameOverride: mail.example.com",
        "hostname; cat /etc/hosts");
    List<String> seen = seenBy("override");
    String ip = node.awaitReady("override").getStatus().getPodIP();
    assertThat(seen.getFirst()).isEqualTo("mail.example.com");
    assertThat(seen).contains(ip + "\tmail.example.com");
  }

  @Test
  void namesAreResolvedAsThePolicySays() throws IOException {
    String look = "cat /etc/resolv.conf";
    apply("cluster", "dnsConfig: {options: [{name: ndots, value: '2'}]}", look);
    apply(
        "alone",
        """
        dnsPolicy: None
        dnsConfig: {nameservers: [192.0.2.1], searches: [a.example], options: [{name: debug}]}
        """,
        look);
    apply("host", "dnsPolicy: Default", look);
    apply(
        "many",
        "dnsConfig: {nameservers: [192.0.2.1, 192.0.2.2, 192.0.2.3], searches: [a.example]}",
        look);
    assertThat(seenBy("cluster"))
        .contains("nameserver 10.96.0.10", "options ndots:2")
        .anyMatch(
            l -> l.startsWith("search default.svc.cluster.local svc.cluster.local cluster.local"));
    assertThat(seenBy("alone"))
        .containsExactlyInAnyOrder("search a.example", "nameserver 192.0.2.1", "options debug");
    assertThat(nameservers(seenBy("host")))
        .containsExactlyElementsOf(
            nameservers(Files.readAllLines(Path.of("/etc/resolv.conf"))).stream()
                .limit(3)
                .toList());
    assertThat(nameservers(seenBy("many")))
        .containsExactly("nameserver 10.96.0.10", "nameserver 192.0.2.1", "nameserver 192.0.2.2");
    assertTold("many", "DNSConfigForming", "Nameserver limits were exceeded");
  }

  @Test
  void allowedSysctlsAreSetAndOthersRefused() {
    apply(
        "tuned",
        """
        securityContext:
          sysctls:
          - {name: kernel.shm_rmid_forced, value: "1"}
          - {name: net/ipv4/ip_unprivileged_port_start, value: "80"}
          - {name: net.core.somaxconn, value: "77"}
        """,
        "cd /proc/sys; cat kernel/shm_rmid_forced net/ipv4/ip_unprivileged_port_start"
            + " net/core/somaxconn");
    assertThat(seenBy("tuned")).containsExactly("1", "80", "77");
    apply("wild", "securityContext: {sysctls: [{name: net.core.wmem_max, value: '1'}]}", "true");
    Pod refused = node.awaitPhase("wild", "Failed");
    assertThat(refused.getStatus().getReason()).isEqualTo("SysctlForbidden");
    assertThat(refused.getStatus().getMessage())
        .endsWith("forbidden sysctl: \"net.core.wmem_max\" not allowlisted");
  }

  @Test
  void namespacesAreSharedWithTheHostWhereThePodSaysSo() {
    String look = "for n in net pid ipc uts; do readlink /proc/self/ns/$n; done; cat /etc/hosts";
    apply("private", "", look);
    apply("open", "hostNetwork: true\nhostPID: true\nhostIPC: true", look);
    List<String> closed = seenBy("private");
    List<String> open = seenBy("open");
    for (int i = 0; i < 3; i++) {
      String ofHost = ofHost(List.of("net", "pid", "ipc").get(i));
      assertThat(closed.get(i)).isNotEqualTo(ofHost);
      assertThat(open.get(i)).isEqualTo(ofHost);
    }
    assertThat(open).contains("# Kubernetes-managed hosts file (host network).");
    Pod pod = node.awaitReady("open");
    assertThat(pod.getStatus().getPodIP()).isEqualTo(pod.getStatus().getHostIP());
  }

  @Test
  void containersSeeOneAnothersProcessesWhenTheyShareThem() {
    apply("apart", "", "echo $$$$");
    apply("together", "shareProcessNamespace: true", "echo $$$$; kill -0 1 && echo the sandbox");
    assertThat(seenBy("apart")).containsExactly("1");
    assertThat(seenBy("together")).doesNotContain("1").contains("the sandbox");
  }

  @Test
  void usersOfItsOwnAreRefusedWhereTheRuntimeHasNone() {
    assumeFalse(runtimeHasUserNamespaces(), "this runtime has user namespaces");
    apply("own", "hostUsers: false", "true");
    assertTold(
        "own",
        "FailedCreatePodSandBox",
        "can't set `spec.hostUsers: false`, runtime does not support user namespaces");
    assertThat(node.awaitPhase("own", "Pending")).isNotNull();
  }

  @Test
  void usersOfItsOwnAreOthersOnTheNode() {
    assumeTrue(runtimeHasUserNamespaces(), "this runtime has no user namespaces");
    apply("own", "hostUsers: false", "cat /proc/self/uid_map");
    String uid = node.awaitReady("own").getMetadata().getUid();
    assertThat(seenBy("own").getFirst().split("\\s+", -1))
        .containsExactly("", "0", "65536", "65536");
    assertThat(node.root().resolve("pods/" + uid + "/userns")).exists();
  }

  @Test
  void aRuntimeClassThatNobodyKnowsHoldsUpItsPod() {
    apply("classy", "runtimeClassName: other", "true");
    assertTold(
        "classy",
        "FailedCreatePodSandBox",
        "Failed to create pod sandbox: runtimeclass.node.k8s.io \\\"other\\\" not found");
    assertThat(node.awaitPhase("classy", "Pending")).isNotNull();
  }

  @Test
  void aRefusedPodRunsWhenAnotherHasMadeRoom() {
    String half = Runtime.getRuntime().availableProcessors() * 600 + "m";
    applyRequesting("first", half, 0);
    node.awaitReady("first");
    applyRequesting("second", half, 0);
    Pod refused = node.awaitPhase("second", "Failed");
    assertThat(refused.getStatus().getReason()).isEqualTo("OutOfcpu");
    assertThat(refused.getStatus().getMessage()).contains("Node didn't have enough resource: cpu");
    node.remove("first");
    node.awaitReady("second");
  }

  @Test
  void aPodMakesRoomForOneThatMattersMore() {
    String half = Runtime.getRuntime().availableProcessors() * 600 + "m";
    applyRequesting("small", half, 2_000_000_000);
    node.awaitReady("small");
    applyRequesting("great", half, 2_000_001_000);
    node.awaitReady("great");
    Pod small = node.awaitPhase("small", "Failed");
    assertThat(small.getStatus().getReason()).isEqualTo("Preempting");
    assertThat(small.getStatus().getMessage())
        .isEqualTo("Preempted in order to admit critical pod");
    assertThat(small.getStatus().getConditions())
        .anySatisfy(
            condition -> {
              assertThat(condition.getType()).isEqualTo("DisruptionTarget");
              assertThat(condition.getReason()).isEqualTo("TerminationByKubelet");
              assertThat(condition.getMessage())
                  .isEqualTo("Pod was preempted by Kubelet to accommodate a critical pod.");
            });
    assertTold("small", "Preempting", "Preempted in order to admit critical pod");
  }

  private boolean runtimeHasUserNamespaces() {
    CriEndpoint endpoint = CriEndpoint.parse(containerd.endpoint());
    try (CriClient client =
        new CriClient(endpoint, endpoint, Duration.ofSeconds(30), CriCalls.UNHEARD)) {
      return client.status(StatusRequest.getDefaultInstance()).getRuntimeHandlersList().stream()
          .anyMatch(h -> h.getName().isEmpty() && h.getFeatures().getUserNamespaces());
    }
  }

  private void assertTold(String name, String reason, String message) {
    node.await(
        reason + " of " + name,
        () ->
            node.log()
                .lines()
                .anyMatch(
                    line ->
                        line.contains("Event occurred")
                            && line.contains(TestNode.podName(name))
                            && line.contains(reason)
                            && line.contains(message)));
  }

  private static List<String> nameservers(List<String> lines) {
    return lines.stream().map(String::strip).filter(l -> l.startsWith("nameserver ")).toList();
  }

  private static String ofHost(String namespace) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns", namespace)).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the script printed, once it was done. */
  private List<String> seenBy(String name) {
    Path file = shared.resolve(name);
    node.await(name + " has looked around", () -> Files.exists(file));
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code spec} is lines of the pod's spec. */
  private void apply(String name, String spec, String look) {
    String script =
        "(%1$s) > /shared/.%2$s 2>&1; mv /shared/.%2$s /shared/%2$s".formatted(look, name);
    node.apply(
        name + ".yaml",
        manifest(name, spec, "command: [sh, -c, \"" + quoted(script + "; " + STAY) + "\"]"));
  }

  private void applyRequesting(String name, String cpu, int priority) {
    node.apply(
        name + ".yaml",
        manifest(
            name,
            "priority: " + priority,
            "command: [sh, -c, \"" + STAY + "\"]\n    resources: {requests: {cpu: " + cpu + "}}"));
  }

  private String manifest(String name, String spec, String container) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec:
      terminationGracePeriodSeconds: 5
      volumes: [{name: shared, hostPath: {path: %s, type: Directory}}]
    %s  containers:
      - name: main
        image: %s
        imagePullPolicy: IfNotPresent
        volumeMounts: [{name: shared, mountPath: /shared}]
        %s
    """
        .formatted(name, shared, spec.indent(2), containerd.image(), container);
  }

  private static String quoted(String script) {
    return script.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
