package dev.jubelet.server.logs;

import dev.jubelet.server.http.Refusal;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses the instance of a container whose log is meant; pure. */
final class LogInstance {
  private final Pod pod;
  private final String container;

  LogInstance(Pod pod, String container) {
    this.pod = pod;
    this.container = container;
  }

  /** The id of the instance without the runtime's name. */
  String choose(boolean previous) {
    if (!isInSpec()) {
      throw new Refusal(
          404, "container \"%s\" not found in pod \"%s\"".formatted(container, name()));
    }
    ContainerStatus status = status().orElseThrow(() -> refuse("is not available"));
    String last = idOf(terminated(status.getLastState()));
    String id =
        previous
            ? required(last, "previous terminated container \"%s\" in pod \"%s\" not found")
            : current(status, last);
    int scheme = id.indexOf("://");
    return scheme < 0 ? id : id.substring(scheme + 3);
  }

  private String current(ContainerStatus status, @Nullable String last) {
    ContainerState state = status.getState() == null ? new ContainerState() : status.getState();
    if (state.getRunning() != null && status.getContainerID() != null) {
      return status.getContainerID();
    }
    if (state.getTerminated() != null) {
      String own = idOf(state.getTerminated());
      return own != null ? own : required(last, "container \"%s\" in pod \"%s\" is terminated");
    }
    if (terminated(status.getLastState()) != null) {
      return required(last, "container \"%s\" in pod \"%s\" is terminated");
    }
    throw state.getWaiting() == null
        ? refuse("is waiting to start - no logs yet")
        : refuse("is waiting to start: " + explain(state.getWaiting().getReason()));
  }

  private static String explain(@Nullable String reason) {
    return switch (reason) {
      case null -> "";
      case "ErrImagePull" -> "image can't be pulled";
      case "ImagePullBackOff" -> "trying and failing to pull image";
      default -> reason;
    };
  }

  private String required(@Nullable String id, String otherwise) {
    if (id == null) {
      throw new Refusal(400, otherwise.formatted(container, name()));
    }
    return id;
  }

  private static @Nullable ContainerStateTerminated terminated(@Nullable ContainerState state) {
    return state == null ? null : state.getTerminated();
  }

  private static @Nullable String idOf(@Nullable ContainerStateTerminated terminated) {
    String id = terminated == null ? null : terminated.getContainerID();
    return id == null || id.isEmpty() ? null : id;
  }

  private boolean isInSpec() {
    PodSpec spec = pod.getSpec();
    return Stream.of(
            spec.getContainers().stream().map(c -> c.getName()),
            spec.getInitContainers().stream().map(c -> c.getName()),
            spec.getEphemeralContainers().stream().map(c -> c.getName()))
        .flatMap(names -> names)
        .anyMatch(container::equals);
  }

  private Optional<ContainerStatus> status() {
    PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    return Stream.of(
            status.getContainerStatuses(),
            status.getInitContainerStatuses(),
            status.getEphemeralContainerStatuses())
        .flatMap(List::stream)
        .filter(s -> s.getName().equals(container))
        .findFirst();
  }

  private String name() {
    return pod.getMetadata().getName();
  }

  private Refusal refuse(String what) {
    return new Refusal(400, "container \"%s\" in pod \"%s\" %s".formatted(container, name(), what));
  }
}
