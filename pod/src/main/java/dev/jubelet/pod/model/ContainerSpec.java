package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A container of a pod's spec together with the list it stands in. Ephemeral containers are given
 * the shape of the others, so that who reads a spec needs one type only.
 */
public record ContainerSpec(Container container, ContainerKind kind) {

  public String name() {
    return container.getName();
  }

  public boolean isSidecar() {
    return kind == ContainerKind.SIDECAR;
  }

  /** The init containers, ordinary ones and sidecars, in the order they start. */
  public static List<ContainerSpec> init(Pod pod) {
    return orEmpty(pod.getSpec().getInitContainers()).stream()
        .map(c -> new ContainerSpec(c, initKind(c)))
        .toList();
  }

  public static List<ContainerSpec> regular(Pod pod) {
    return orEmpty(pod.getSpec().getContainers()).stream()
        .map(c -> new ContainerSpec(c, ContainerKind.REGULAR))
        .toList();
  }

  public static List<ContainerSpec> ephemeral(Pod pod) {
    return orEmpty(pod.getSpec().getEphemeralContainers()).stream()
        .map(c -> new ContainerSpec(inCommonShape(c), ContainerKind.EPHEMERAL))
        .toList();
  }

  /** Init, regular and ephemeral containers, in this order. */
  public static List<ContainerSpec> all(Pod pod) {
    List<ContainerSpec> all = new ArrayList<>(init(pod));
    all.addAll(regular(pod));
    all.addAll(ephemeral(pod));
    return all;
  }

  public static Optional<ContainerSpec> find(Pod pod, String name) {
    return all(pod).stream().filter(c -> c.name().equals(name)).findFirst();
  }

  /** The container whose processes this ephemeral one wants to see; empty for all others. */
  public Optional<String> targetIn(Pod pod) {
    return kind != ContainerKind.EPHEMERAL
        ? Optional.empty()
        : pod.getSpec().getEphemeralContainers().stream()
            .filter(c -> c.getName().equals(name()))
            .map(EphemeralContainer::getTargetContainerName)
            .filter(target -> target != null && !target.isEmpty())
            .findFirst();
  }

  private static ContainerKind initKind(Container container) {
    return "Always".equals(container.getRestartPolicy())
        ? ContainerKind.SIDECAR
        : ContainerKind.INIT;
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  private static Container inCommonShape(EphemeralContainer from) {
    Container to = new Container();
    to.setName(from.getName());
    to.setImage(from.getImage());
    to.setImagePullPolicy(from.getImagePullPolicy());
    to.setCommand(from.getCommand());
    to.setArgs(from.getArgs());
    to.setWorkingDir(from.getWorkingDir());
    to.setEnv(from.getEnv());
    to.setEnvFrom(from.getEnvFrom());
    to.setPorts(from.getPorts());
    to.setResources(from.getResources());
    to.setResizePolicy(from.getResizePolicy());
    to.setRestartPolicy(from.getRestartPolicy());
    to.setRestartPolicyRules(from.getRestartPolicyRules());
    to.setVolumeMounts(from.getVolumeMounts());
    to.setVolumeDevices(from.getVolumeDevices());
    to.setLivenessProbe(from.getLivenessProbe());
    to.setReadinessProbe(from.getReadinessProbe());
    to.setStartupProbe(from.getStartupProbe());
    to.setLifecycle(from.getLifecycle());
    to.setTerminationMessagePath(from.getTerminationMessagePath());
    to.setTerminationMessagePolicy(from.getTerminationMessagePolicy());
    to.setSecurityContext(from.getSecurityContext());
    to.setStdin(from.getStdin());
    to.setStdinOnce(from.getStdinOnce());
    to.setTty(from.getTty());
    return to;
  }
}
