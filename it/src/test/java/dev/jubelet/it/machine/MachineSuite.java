package dev.jubelet.it.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests that share a kubelet, whose start takes long on an emulated machine. After each of them no
 * pod is left, and nothing that a pod had mounted.
 */
@NeedsContainerd(ContainerdGeneration.TWO)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MachineSuite {
  PrivateContainerd containerd;
  TestNode node;

  /** Skips the class with a sentence unless the machine has what it needs. */
  abstract void assumeMachine();

  /** More lines of the kubelet's configuration. */
  String moreConfig() {
    return "";
  }

  /** The containerd to use: the one that all share, unless a suite needs its own. */
  PrivateContainerd choose(PrivateContainerd shared) {
    return shared;
  }

  /** Ends a containerd that is the suite's own. */
  void endOwn(PrivateContainerd chosen) {}

  @BeforeAll
  final void startNode(PrivateContainerd shared) {
    assumeMachine();
    containerd = choose(shared);
    node = TestNode.prepare(containerd, containerd.endpoint(), moreConfig());
    node.startKubelet();
  }

  @AfterAll
  final void closeNode() {
    if (node != null) {
      node.close();
      endOwn(containerd);
    }
  }

  @AfterEach
  final void nothingIsLeft() {
    removeAll();
  }

  /** Ends all pods and shows that they have left nothing; may be done again. */
  final void removeAll() {
    if (node.page("/healthz").isEmpty()) { // a test that failed while there was none
      node.killKubelet();
      node.startKubelet();
    }
    try (Stream<Path> files = Files.list(node.manifests())) {
      files.forEach(file -> node.remove(file.getFileName().toString().replace(".yaml", "")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    node.await("all pods are gone", () -> node.pods().isEmpty() && podDirectories().isEmpty());
    assertThat(mounts()).isEmpty();
  }

  private List<Path> podDirectories() {
    Path pods = node.root().resolve("pods");
    try (Stream<Path> all = Files.isDirectory(pods) ? Files.list(pods) : Stream.empty()) {
      return all.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the kubelet has mounted for pods. */
  final List<MountTable.Mount> mounts() {
    return MountTable.read(MountTable.FILE).at(node.root()).stream()
        .filter(mount -> !mount.point().equals(node.root()))
        .toList();
  }

  /** The mount of a pod's only volume. */
  final MountTable.Mount volume(Pod pod) {
    Path volumes = node.root().resolve("pods/" + pod.getMetadata().getUid() + "/volumes");
    List<MountTable.Mount> found = MountTable.read(MountTable.FILE).at(volumes);
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  /** A pod with a volume at /data, whose container runs the script and then stays. */
  final Manifests pod(String name, String volume, String script) {
    return Manifests.pod(name)
        .graceSeconds(1)
        .spec("  volumes: [{name: data, " + volume + "}]")
        .container("main", containerd.image(), script + "; " + Manifests.STAY)
        .with("volumeMounts: [{name: data, mountPath: /data}]");
  }

  final void apply(String name, String volume, String script) {
    node.apply(pod(name, volume, script), name);
  }

  /** Shows that others do not suffer: a pod comes and goes, and the agent is well. */
  final void othersComeAndGo(String name) {
    apply(name, "emptyDir: {}", "echo here >/data/file");
    node.awaitReady(name);
    node.remove(name);
    node.awaitGone(name);
    assertThat(node.page("/healthz")).contains("ok");
  }

  final void remove(String name) {
    node.remove(name);
    node.awaitGone(name);
  }

  /** Waits until the container has printed this. */
  final void awaitPrinted(String name, String text) {
    node.await(name + " prints " + text, () -> printed(name).contains(text));
  }

  /** What the pod's containers have printed since it is here. */
  final String printed(String name) {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(node.podLogs())) {
      String folder = "_" + TestNode.podName(name) + "_";
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (file.toString().contains(folder)) {
          all.append(Files.readString(file)).append('\n');
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return ""; // gone while it was read
    }
    return all.toString();
  }

  /** Starts the kubelet again, with programs that are held up. */
  final void restartWith(HeldProgram held) {
    node.stopKubelet();
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.add("-v=4");
    node.launch(command, Map.of("PATH", held.path()));
    node.awaitAnswer();
  }
}
