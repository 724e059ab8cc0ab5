package dev.jubelet.it.registry;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.registry.FakeRegistry;
import dev.jubelet.testing.registry.RegistryAccess;
import dev.jubelet.testing.registry.RegistryImage;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** A registry of the test, a kubelet on the shared containerd, and pods that pull from there. */
abstract class RegistrySuite {
  static final RegistryAccess BASIC = new RegistryAccess.Basic("clerk", "s3cret-word");
  static final String GOOD = login("clerk", "s3cret-word");
  static final String BAD = login("clerk", "guess");

  private static final AtomicInteger IMAGES = new AtomicInteger();

  final PrivateContainerd containerd;
  final FakeRegistry registry = FakeRegistry.start();
  final TestNode node;

  RegistrySuite(PrivateContainerd containerd) {
    this(containerd, containerd.endpoint());
  }

  /** With something between the kubelet and containerd. */
  RegistrySuite(PrivateContainerd containerd, String endpoint) {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, endpoint, "");
  }

  @AfterEach
  void close() {
    try {
      node.close();
    } finally {
      registry.close();
    }
  }

  /** A new image that no runtime has, under the name that is returned without a tag. */
  String push(String repository, RegistryAccess access) {
    RegistryImage image =
        RegistryImage.of(
            containerd.imageArchive(),
            containerd.image(),
            "image " + IMAGES.incrementAndGet() + " of " + ProcessHandle.current().pid());
    return registry.push(repository, image, access);
  }

  static String login(String user, String password) {
    return Base64.getEncoder()
        .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  void secret(String name, String auth) {
    node.apply(
        "secret-" + name,
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %s}
        type: kubernetes.io/dockerconfigjson
        stringData:
          .dockerconfigjson: '{"auths":{"%s":{"auth":"%s"}}}'
        """
            .formatted(name, registry.address(), auth));
  }

  void pod(String name, String image, String policy, String... secrets) {
    Manifests manifest = Manifests.pod(name).running("main", image).pullPolicy(policy);
    if (secrets.length > 0) {
      StringBuilder lines = new StringBuilder("  imagePullSecrets:\n");
      for (String secret : secrets) {
        lines.append("  - name: ").append(secret).append('\n');
      }
      manifest.spec(lines.toString());
    }
    node.apply(manifest, name);
  }

  ContainerStateWaiting awaitWaiting(String name, String... reasons) {
    Set<String> wanted = Set.of(reasons);
    Pod found =
        node.await(
            name,
            "waits with " + wanted,
            pod -> waiting(pod).filter(state -> wanted.contains(state.getReason())).isPresent());
    return waiting(found).orElseThrow();
  }

  ContainerStateWaiting awaitRefused(String name) {
    return awaitWaiting(name, "ErrImagePull", "ImagePullBackOff");
  }

  private static Optional<ContainerStateWaiting> waiting(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .findFirst()
        .map(ContainerStatus::getState)
        .map(ContainerState::getWaiting);
  }

  /** What the kubelet told people about a pod. */
  List<String> events(String pod, String reason) {
    return node.log()
        .lines()
        .filter(line -> line.contains("Event occurred") && line.contains("/" + pod + "-"))
        .filter(line -> line.contains("reason=\"" + reason + "\""))
        .toList();
  }
}
