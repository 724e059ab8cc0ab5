package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.hostNetwork;
import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;
import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.LinuxContainerConfig;
import dev.jubelet.api.cri.Signal;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.spec.StopSignals;
import dev.jubelet.pod.translate.env.EnvFiles;
import dev.jubelet.pod.translate.env.Environment;
import dev.jubelet.pod.translate.env.EnvironmentBuilder;
import dev.jubelet.pod.translate.env.EnvironmentRequest;
import dev.jubelet.pod.translate.security.ContainerSecurity;
import dev.jubelet.pod.translate.security.NonRootRule;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes a container of a pod, or says why it cannot be made. Thread: any. */
public final class ContainerConfigBuilder {
  private final ContainerSettings settings;
  private final ContainerSecurity security;

  public ContainerConfigBuilder(ContainerSettings settings) {
    this.settings = settings;
    this.security = new ContainerSecurity(settings.security());
  }

  public ContainerOutcome build(ContainerRequest request) {
    try {
      return built(request);
    } catch (UntranslatableException e) {
      return new ContainerOutcome.Refused(
          new StartError(WaitReason.CREATE_CONTAINER_CONFIG_ERROR, text(e.getMessage())));
    }
  }

  private ContainerOutcome built(ContainerRequest request) {
    Pod pod = request.pod();
    Container container = request.container();
    Environment environment = environment(request);
    ContainerMounts mounts = ContainerMounts.of(request, environment, settings);
    NonRootRule.verify(pod, container, request.image());
    ContainerConfig config =
        ContainerConfig.newBuilder()
            .setMetadata(metadata(request))
            .setImage(image(request))
            .addAllCommand(expanded(container.getCommand(), environment))
            .addAllArgs(expanded(container.getArgs(), environment))
            .setWorkingDir(text(container.getWorkingDir()))
            .addAllEnvs(environment.toCri())
            .addAllMounts(mounts.mounts())
            .addAllDevices(VolumeDevices.of(pod, container, request.surroundings()))
            .putAllLabels(ContainerAnnotations.labels(pod, container))
            .putAllAnnotations(ContainerAnnotations.of(pod, container, request.instance()))
            .setLogPath(
                PodLogPaths.containerLog(container.getName(), request.instance().restartCount()))
            .setStdin(isTrue(container.getStdin()))
            .setStdinOnce(isTrue(container.getStdinOnce()))
            .setTty(isTrue(container.getTty()))
            .setStopSignal(stopSignal(container))
            .setLinux(linux(request))
            .build();
    return new ContainerOutcome.Built(config, mounts.files(), mounts.subPaths());
  }

  /** On the node's network the pod's addresses are the node's. */
  private Environment environment(ContainerRequest request) {
    PodSurroundings around = request.surroundings();
    List<String> ips = hostNetwork(request.pod()) ? around.node().ips() : around.podIps();
    return EnvironmentBuilder.build(
        new EnvironmentRequest(
            request.pod(),
            request.container(),
            ips,
            around.node(),
            settings.environment().objects(),
            settings.environment().services(),
            new EnvFiles(settings.environment().envFiles(), around.volumes())));
  }

  private static ContainerMetadata metadata(ContainerRequest request) {
    return ContainerMetadata.newBuilder()
        .setName(request.container().getName())
        .setAttempt(request.instance().restartCount())
        .build();
  }

  private static ImageSpec image(ContainerRequest request) {
    return ImageSpec.newBuilder()
        .setImage(request.image().imageRef())
        .setUserSpecifiedImage(text(request.container().getImage()))
        .build();
  }

  private static List<String> expanded(@Nullable List<String> words, Environment environment) {
    return list(words).stream().map(environment::expand).toList();
  }

  private Signal stopSignal(Container container) {
    return settings.stopSignals() && container.getLifecycle() != null
        ? StopSignals.of(container.getLifecycle().getStopSignal())
        : Signal.RUNTIME_DEFAULT;
  }

  private LinuxContainerConfig linux(ContainerRequest request) {
    return LinuxContainerConfig.newBuilder()
        .setResources(settings.resources().apply(request.pod(), request.container()))
        .setSecurityContext(
            security.of(
                request.pod(), request.container(), request.image(), request.targetContainerId()))
        .build();
  }
}
