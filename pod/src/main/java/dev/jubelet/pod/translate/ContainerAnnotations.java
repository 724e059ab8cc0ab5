package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.terminationMessagePath;
import static dev.jubelet.pod.translate.spec.SpecValues.terminationMessagePolicy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.model.Annotations;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a container carries so that it can be told apart, counted and stopped after the agent has
 * lost everything else. Thread: any.
 */
final class ContainerAnnotations {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Map<String, String> labels(Pod pod, Container container) {
    ObjectMeta meta = pod.getMetadata();
    return Map.of(
        Annotations.POD_NAME, meta.getName(),
        Annotations.POD_NAMESPACE, meta.getNamespace(),
        Annotations.POD_UID, meta.getUid(),
        Annotations.CONTAINER_NAME, container.getName());
  }

  static Map<String, String> of(Pod pod, Container container, ContainerRequest.Instance instance) {
    Map<String, String> out = new LinkedHashMap<>();
    out.put(Annotations.CONTAINER_HASH, instance.hash());
    out.put(Annotations.CONTAINER_RESTART_COUNT, Integer.toString(instance.restartCount()));
    out.put(Annotations.CONTAINER_TERMINATION_MESSAGE_PATH, terminationMessagePath(container));
    out.put(Annotations.CONTAINER_TERMINATION_MESSAGE_POLICY, terminationMessagePolicy(container));
    Long deletionGrace = pod.getMetadata().getDeletionGracePeriodSeconds();
    if (deletionGrace != null) {
      out.put(Annotations.POD_DELETION_GRACE, deletionGrace.toString());
    }
    Long terminationGrace = pod.getSpec().getTerminationGracePeriodSeconds();
    if (terminationGrace != null) {
      out.put(Annotations.POD_TERMINATION_GRACE, terminationGrace.toString());
    }
    if (container.getLifecycle() != null && container.getLifecycle().getPreStop() != null) {
      out.put(Annotations.CONTAINER_PRE_STOP, json(container.getLifecycle().getPreStop()));
    }
    if (!list(container.getPorts()).isEmpty()) {
      out.put(Annotations.CONTAINER_PORTS, json(container.getPorts()));
    }
    return out;
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("a value that was read from JSON must be writable", e);
    }
  }

  private ContainerAnnotations() {}
}
