package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;

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

  private final TreeBinder trees;
  private final ApiReferences references;
  private final Problems problems;

  PodBinder(TreeBinder trees, ApiReferences references, Problems problems) {
    this.trees = trees;
    this.references = references;
    this.problems = problems;
  }

  Manifest.Entry bind(JsonNode tree, String prefix) {
    Pod pod = complete(trees.bind(Pod.class, tree, prefix));
    PodDefaults.apply(pod);
    PodRules.check(pod, prefix, problems);
    references.check(pod, prefix, problems);
    return new Manifest.Entry(pod, canonical(tree));
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

  private static String canonical(JsonNode tree) {
    try {
      return CANONICAL.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }
}
