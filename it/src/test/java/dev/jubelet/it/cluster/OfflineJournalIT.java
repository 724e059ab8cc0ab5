package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A node with an offline journal that comes up again without its API server. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class OfflineJournalIT {
  private static final String PASSWORD = "open-sesame-4711";
  private static final int KILLS = 2;

  /** Shows all that the pod was given in its log. */
  private static final String SHOW =
      "echo $COLOUR; cat /given/settings/greeting /given/door/password /given/token/token; echo;"
          + " cat /given/stock/word; echo shown; ";

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final JoinedNode joined;
  private final TestNode node;

  OfflineJournalIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start();
    node = TestNode.joining(containerd, cluster.plane().nodeKubeconfig(TestNode.NODE_NAME), "");
    joined = new JoinedNode(cluster, node);
  }

  @BeforeAll
  void start() {
    cluster.create(
        """
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: v1, kind: ServiceAccount, metadata: {name: clerk}}
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {greeting: "hello\\n", colour: blue}}
        - {apiVersion: v1, kind: Secret, metadata: {name: door}, stringData: {password: "%s\\n"}}
        """
            .formatted(PASSWORD));
    bindClaim();
    startAgent();
    joined.await("the node is ready", cluster::isNodeReady);
  }

  /** Does by hand what a controller does elsewhere. */
  private void bindClaim() {
    Path data = node.directory().resolve("stock");
    try {
      Files.writeString(Files.createDirectory(data).resolve("word"), "kept\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String claim =
        cluster.create(
            """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: stock}
            spec:
              accessModes: [ReadWriteOnce]
              storageClassName: ""
              volumeName: shelf
              resources: {requests: {storage: 1Gi}}
            """);
    cluster.create(
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: shelf}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          storageClassName: ""
          claimRef: {namespace: default, name: stock, uid: %s}
          local: {path: %s}
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchFields: [{key: metadata.name, operator: In, values: [%s]}]
        """
            .formatted(claim, data, TestNode.NODE_NAME));
    cluster.kubectl(
        "patch",
        "pvc",
        "stock",
        "--subresource=status",
        "--type=merge",
        "--patch={\"status\": {\"phase\": \"Bound\"}}");
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

  private void startAgent() {
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.addAll(List.of("--offline-journal", "-v=4"));
    node.launch(command, Map.of());
    node.awaitAnswer();
  }

  private String usingAll(String name) {
    return Workloads.boundPod(name)
        .spec(
            """
              serviceAccountName: clerk
              volumes:
              - {name: settings, configMap: {name: settings}}
              - {name: door, secret: {secretName: door}}
              - {name: token, projected: {sources: [{serviceAccountToken: {path: token, audience: vault}}]}}
              - {name: stock, persistentVolumeClaim: {claimName: stock}}
            """)
        .container("main", containerd.image(), SHOW + Manifests.STAY)
        .with(
            """
            env: [{name: COLOUR, valueFrom: {configMapKeyRef: {name: settings, key: colour}}}]
            volumeMounts:
            - {name: settings, mountPath: /given/settings}
            - {name: door, mountPath: /given/door}
            - {name: token, mountPath: /given/token}
            - {name: stock, mountPath: /given/stock}
            """)
        .yaml();
  }

  /** What the newest container of the pod has shown. */
  private List<String> shown(Pod pod) {
    List<String> lines = new ArrayList<>();
    joined.await("the pod shows what it was given", () -> readLog(pod, lines));
    return lines;
  }

  private boolean readLog(Pod pod, List<String> lines) {
    Path directory =
        node.podLogs()
            .resolve(
                "default_%s_%s/main"
                    .formatted(pod.getMetadata().getName(), pod.getMetadata().getUid()));
    lines.clear();
    try (Stream<Path> files = Files.list(directory)) {
      Path newest = files.max(Path::compareTo).orElseThrow();
      Files.readAllLines(newest).forEach(line -> lines.add(line.split(" ", 4)[3]));
    } catch (IOException e) {
      return false;
    }
    return lines.contains("shown");
  }

  private List<Path> journal() {
    try (Stream<Path> files = Files.walk(node.root().resolve("journal"))) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean hasEntry(String uid) {
    return journal().stream().anyMatch(file -> file.endsWith(uid + ".entry"));
  }

  private double entries() {
    return node.page("/metrics").stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith("jubelet_offline_journal_entries "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElse(-1);
  }

  /** As far as pods can tell: their processes are gone, and with them all that was in memory. */
  private void reboot() {
    joined.runtime().sandboxes().forEach(s -> joined.runtime().removeSandbox(s.getId()));
    LinuxMounts mounts = new LinuxMounts();
    List<Path> volumes = mountsBelow(node.root().resolve("pods"));
    assertThat(volumes).isNotEmpty().allMatch(mounts::unmount);
    joined.await("the runtime has nothing", () -> joined.runtime().sandboxes().isEmpty());
  }

  private static List<Path> mountsBelow(Path directory) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
      return lines
          .map(line -> Path.of(line.split(" ", -1)[4]))
          .filter(point -> point.startsWith(directory))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertNoCleartext() {
    String encoded = Base64.getEncoder().encodeToString(PASSWORD.getBytes(StandardCharsets.UTF_8));
    for (Path file : journal()) {
      try {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .doesNotContain(PASSWORD, encoded.substring(0, 16), "settings", "shelf");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Before the reboot the agent is killed, each time at another moment of writing the entries anew.
   */
  @Test
  void afterARebootWithoutServerPodsRunAgainWithAllThatTheyHad() {
    String web = cluster.create(usingAll("web"));
    String gone = cluster.create(Workloads.staying("gone", containerd.image()));
    Pod before = joined.awaitReady("web");
    joined.awaitReady("gone");
    List<String> given = shown(before);
    assertThat(given).contains("blue", "hello", PASSWORD, "kept").hasSize(6);
    joined.await("both are in the journal", () -> entries() == 2);
    for (int round = 0; round < KILLS; round++) {
      cluster.kubectl("annotate", "pods", "--all", "--overwrite", "round=" + round);
      node.killKubelet();
      assertThat(List.of(web, gone)).allMatch(this::hasEntry);
      startAgent();
    }
    assertNoCleartext();

    node.killKubelet();
    cluster.deleteByForce("gone");
    cluster.stopServer();
    try {
      reboot();
      startAgent();
      joined.await("both run again", () -> runs("web") && runs("gone"));
      assertThat(shown(before)).isEqualTo(given);
    } finally {
      cluster.startServer();
    }
    List<String> running = joined.running("web");
    joined.awaitGone("gone");
    joined.await("web", "is told as it runs", pod -> isToldAs(pod, running));
    assertThat(joined.awaitReady("web").getMetadata().getUid()).isEqualTo(web);
    joined.await("one is in the journal", () -> entries() == 1);
    assertThat(hasEntry(web)).isTrue();
    assertThat(joined.running("web")).isEqualTo(running);
    assertNoCleartext();
    assertThat(node.root().resolve("journal/unreadable")).doesNotExist();
  }

  private boolean runs(String pod) {
    return joined.running(pod).size() == 1;
  }

  private static boolean isToldAs(Pod pod, List<String> running) {
    return running.contains(PodStates.containerId(pod));
  }
}
