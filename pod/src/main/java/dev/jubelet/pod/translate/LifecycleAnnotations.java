package dev.jubelet.pod.translate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ObservedContainer;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads back from a running container what stopping it needs when its pod's spec is gone. What is
 * missing or unreadable is as if it had never been set, since the container must be stopped all the
 * same. Thread: any.
 */
public final class LifecycleAnnotations {
  private static final Logger log = LoggerFactory.getLogger(LifecycleAnnotations.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How long the container may take: the grace of the deletion, else that of the spec. */
  public static OptionalLong graceSeconds(ObservedContainer container) {
    OptionalLong deletion = seconds(container, Annotations.POD_DELETION_GRACE);
    return deletion.isPresent() ? deletion : seconds(container, Annotations.POD_TERMINATION_GRACE);
  }

  /** What the container wants to have done before it is stopped. */
  public static Optional<LifecycleHandler> preStop(ObservedContainer container) {
    String json = container.annotations().get(Annotations.CONTAINER_PRE_STOP);
    if (json == null) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(JSON.readValue(json, LifecycleHandler.class));
    } catch (JsonProcessingException e) {
      reportUnreadable(container, Annotations.CONTAINER_PRE_STOP);
      return Optional.empty();
    }
  }

  /** The ports that a hook may name. */
  public static List<ContainerPort> ports(ObservedContainer container) {
    String json = container.annotations().get(Annotations.CONTAINER_PORTS);
    if (json == null) {
      return List.of();
    }
    try {
      return List.of(JSON.readValue(json, ContainerPort[].class));
    } catch (JsonProcessingException e) {
      reportUnreadable(container, Annotations.CONTAINER_PORTS);
      return List.of();
    }
  }

  private static OptionalLong seconds(ObservedContainer container, String annotation) {
    Map<String, String> annotations = container.annotations();
    String value = annotations.get(annotation);
    if (value == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      reportUnreadable(container, annotation);
      return OptionalLong.empty();
    }
  }

  private static void reportUnreadable(ObservedContainer container, String annotation) {
    log.atWarn()
        .addKeyValue("container", container.name())
        .addKeyValue("containerId", container.id())
        .addKeyValue("annotation", annotation)
        .log("Ignoring an invalid annotation of the container");
  }

  private LifecycleAnnotations() {}
}
