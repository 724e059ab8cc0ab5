package dev.jubelet.pod.translate;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.translate.env.EnvironmentSources;
import dev.jubelet.pod.translate.env.NodeFieldValues;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.pod.translate.security.IsolationSettings;
import dev.jubelet.pod.translate.security.SecuritySettings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A node with usual settings, on which tests describe containers. */
record ContainerFixture(
    List<String> podIps, IsolationSettings isolation, boolean selinux, boolean stopSignals) {
  private static final Path ROOT = Path.of("/var/lib/kubelet");

  ContainerFixture() {
    this(List.of("10.1.0.7", "fd01::7"), IsolationSettings.NODE_ONLY, false, true);
  }

  ContainerFixture withoutPodIps() {
    return new ContainerFixture(List.of(), isolation, selinux, stopSignals);
  }

  ContainerFixture withIsolation(IsolationSettings other) {
    return new ContainerFixture(podIps, other, selinux, stopSignals);
  }

  ContainerFixture withSelinux() {
    return new ContainerFixture(podIps, isolation, true, stopSignals);
  }

  ContainerFixture withoutStopSignals() {
    return new ContainerFixture(podIps, isolation, selinux, false);
  }

  ContainerConfig config(Pod pod, Container container) {
    return built(pod, container).config();
  }

  ContainerOutcome.Built built(Pod pod, Container container) {
    return (ContainerOutcome.Built) build(pod, container);
  }

  ContainerOutcome build(Pod pod, Container container) {
    return new ContainerConfigBuilder(settings())
        .build(
            new ContainerRequest(
                pod,
                container,
                new ContainerRequest.Instance(4, "a1b2", "0badcafe"),
                new ImageOutcome.Present("sha256:1234", OptionalLong.empty(), ""),
                surroundings(true),
                null));
  }

  PodSurroundings surroundings(boolean recursiveReadOnlySupported) {
    return new PodSurroundings(
        podIps,
        Map.of("scratch", Path.of("/volumes/scratch"), "config", Path.of("/volumes/config")),
        Map.of(
            "model",
            new ImageOutcome.Present("sha256:5678", OptionalLong.empty(), ""),
            "late",
            new ImageOutcome.Unavailable(
                new StartError(WaitReason.ERR_IMAGE_PULL, "no such image"), null)),
        new NodeFieldValues(List.of("10.0.0.1", "fd00::1"), Map.of()),
        "127.0.0.1 localhost node\n",
        recursiveReadOnlySupported,
        Set.of());
  }

  private ContainerSettings settings() {
    return new ContainerSettings(
        new PodPaths(ROOT),
        "cluster.local",
        new SecuritySettings(ROOT.resolve("seccomp"), false, selinux, List.of(), isolation),
        new EnvironmentSources(ObjectValues.NONE, ServiceSource.NONE, true),
        (pod, container) -> LinuxContainerResources.newBuilder().setCpuShares(256).build(),
        stopSignals);
  }
}
