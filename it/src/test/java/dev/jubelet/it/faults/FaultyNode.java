package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.testing.cri.CriProxy;
import dev.jubelet.testing.cri.ProxyRules;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.NodeRuntime;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A kubelet that reaches its containerd through a proxy, with a look at containerd behind both.
 *
 * <p>Thread: the test's. Owns: node, proxy and connection; {@link #close} ends all.
 */
final class FaultyNode implements AutoCloseable {
  private final PrivateContainerd containerd;
  private final SystemTimers timers = new SystemTimers();
  private final Path folder;
  private final CriProxy proxy;
  private final NodeRuntime behind;
  private final TestNode node;

  FaultyNode(PrivateContainerd containerd) {
    this.containerd = containerd;
    try {
      folder = Files.createTempDirectory(Path.of("/tmp"), "faults");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    CriEndpoint real = CriEndpoint.parse(containerd.endpoint());
    proxy = new CriProxy(folder.resolve("proxy.sock"), real, timers);
    behind = new NodeRuntime(containerd);
    node = TestNode.prepare(containerd, proxy.endpoint().text(), "");
  }

  TestNode node() {
    return node;
  }

  ProxyRules rules() {
    return proxy.rules();
  }

  SystemTimers timers() {
    return timers;
  }

  void apply(String pod, String... containers) {
    Manifests manifest = Manifests.pod(pod);
    for (String container : containers) {
      manifest.running(container, containerd.image());
    }
    node.apply(manifest, pod);
  }

  /** The running containers of a pod, asked behind the kubelet's back. */
  List<Container> running(String pod) {
    return behind.running(pod);
  }

  void killContainer(String pod) {
    behind.kill(running(pod).getFirst().getId());
  }

  /** Waits for the pod and checks that it runs once: one sandbox, each container in it once. */
  Pod awaitWhole(String pod, String... containers) {
    Pod ready = node.awaitReady(pod);
    assertThat(running(pod))
        .as("running containers of " + pod)
        .extracting(container -> container.getMetadata().getName())
        .containsExactlyInAnyOrder(containers);
    List<PodSandbox> whole = behind.readySandboxes(pod);
    assertThat(whole).as("ready sandboxes of " + pod).hasSize(1);
    assertThat(running(pod))
        .extracting(Container::getPodSandboxId)
        .containsOnly(whole.getFirst().getId());
    assertThat(ready.getStatus().getContainerStatuses())
        .extracting(ContainerStatus::getContainerID)
        .containsExactlyInAnyOrderElementsOf(
            running(pod).stream().map(container -> "containerd://" + container.getId()).toList());
    return ready;
  }

  /** Waits until nothing of the pod is left in the runtime, on disk and in the kernel. */
  void awaitNothingLeft(String pod, String uid) {
    node.awaitGone(pod);
    node.await("its directory is gone", () -> !hasDirectory(uid));
    node.await("its logs are gone", () -> namesIn(node.podLogs(), uid).isEmpty());
    node.await(
        "its links are gone",
        () -> namesIn(node.podLogs().resolveSibling("containers"), pod + "-").isEmpty());
    node.await("its cgroups are gone", () -> cgroupsOf(uid).isEmpty());
    assertThat(behind.sandboxes(pod)).isEmpty();
    assertThat(behind.containers(pod)).isEmpty();
  }

  boolean hasDirectory(String uid) {
    return Files.exists(node.root().resolve("pods/" + uid));
  }

  private static List<String> namesIn(Path folder, String part) {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(n -> n.contains(part))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> cgroupsOf(String uid) {
    String within = containerd.cgroup().substring(1) + "/kubepods/besteffort/pod" + uid;
    try (var hierarchies = Files.list(Path.of("/sys/fs/cgroup"))) {
      return hierarchies.map(h -> h.resolve(within)).filter(Files::isDirectory).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    rules().clear();
    try {
      node.close();
    } finally {
      behind.close();
      proxy.close();
      timers.close();
    }
    try {
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
