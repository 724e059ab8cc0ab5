package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.jubelet.pod.manifest.ManifestException.Kind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Turns trees into pods, adds the API's defaults and checks the API's rules.
 *
 * <p>Thread: one manifest per instance, on the caller's.
 */
final class PodBinder {
  private static final ObjectWriter CANONICAL =
      KubernetesJson.mapper()
          .writer()
          .with(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
          .without(JsonNodeFeature.WRITE_NULL_PROPERTIES);

  private final List<String> warnings;

  PodBinder(List<String> warnings) {
    this.warnings = warnings;
  }

  Manifest bind(List<JsonNode> trees, boolean list) {
    List<Manifest.Entry> entries = new ArrayList<>();
    Problems problems = new Problems();
    for (int i = 0; i < trees.size(); i++) {
      String prefix = list ? "items[" + i + "]." : "";
      Pod pod = pod(trees.get(i), prefix);
      PodDefaults.apply(pod);
      PodRules.check(pod, prefix, problems);
      ApiReferences.check(pod, prefix, problems);
      entries.add(new Manifest.Entry(pod, canonical(trees.get(i))));
    }
    if (!problems.isEmpty()) {
      throw new ManifestException(Kind.INVALID, problems.messages());
    }
    return new Manifest(entries, warnings);
  }

  private Pod pod(JsonNode tree, String prefix) {
    List<String> unknown = new ArrayList<>();
    ObjectReader reader =
        KubernetesJson.mapper().readerFor(Pod.class).withAttribute(KubernetesJson.UNKNOWN, unknown);
    try {
      Pod pod = reader.readValue(tree);
      unknown.forEach(path -> warnings.add("unknown field " + prefix + path + " is ignored"));
      return complete(pod);
    } catch (JsonMappingException e) {
      throw new ManifestException(Kind.NOT_A_POD, prefix + path(e) + ": " + reason(e));
    } catch (IOException e) {
      throw new ManifestException(Kind.NOT_A_POD, prefix + e.getMessage());
    }
  }

  /** The parts that every later stage may rely on. */
  private static Pod complete(Pod pod) {
    pod.setApiVersion("v1");
    pod.setKind("Pod");
    if (pod.getMetadata() == null) {
      pod.setMetadata(new ObjectMeta());
    }
    if (pod.getSpec() == null) {
      pod.setSpec(new PodSpec());
    }
    return pod;
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }

  private static String reason(JsonMappingException e) {
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return "expected " + describe(mismatch.getTargetType());
    }
    return e.getCause() instanceof IllegalArgumentException cause
        ? String.valueOf(cause.getMessage())
        : e.getOriginalMessage();
  }

  private static String describe(Class<?> type) {
    if (type == String.class) {
      return "a string; put it in quotes";
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "a whole number within its range";
    }
    return Collection.class.isAssignableFrom(type) ? "a list" : "a mapping";
  }

  private static String canonical(JsonNode tree) {
    try {
      return CANONICAL.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }
}
