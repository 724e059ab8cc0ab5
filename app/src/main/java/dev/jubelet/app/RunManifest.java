package dev.jubelet.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.manifest.Manifest;
import dev.jubelet.pod.manifest.ManifestException;
import dev.jubelet.pod.manifest.ManifestReader;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A manifest as one run gives it to an agent. Each pod has a UID of this run, so that it is never
 * taken for a pod of another run of the same manifest. Pure but for the UIDs.
 *
 * @param pods in the order of the manifest
 * @param json a Pod, a PodList or a List
 * @param warnings what is ignored of the manifest
 */
public record RunManifest(List<RunPod> pods, String json, List<String> warnings) {
  private static final Set<String> FINITE = Set.of("Never", "OnFailure");
  private static final Set<String> KINDS = Set.of("Pod", "ConfigMap", "Secret");

  /** A pod of the run by the name in the manifest, to which an agent adds that of the node. */
  public record RunPod(String namespace, String name, String uid, long graceSeconds) {}

  /**
   * Reads what a manifest directory may hold.
   *
   * @param once makes pods that would run for ever run only once
   * @throws IllegalArgumentException with all problems, when an agent would refuse it
   */
  public static RunManifest read(byte[] bytes, boolean once, Supplier<String> uids) {
    ManifestReader reader = new ManifestReader(true);
    Manifest manifest;
    List<ObjectNode> objects;
    try {
      manifest = reader.read(bytes);
      objects = reader.trees(bytes).stream().flatMap(RunManifest::objects).toList();
    } catch (ManifestException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    List<RunPod> pods = new ArrayList<>();
    Iterator<Manifest.Entry> entries = manifest.entries().iterator();
    for (ObjectNode object : objects) {
      if (object.path("kind").asText().equals("Pod")) {
        RunPod pod = pod(entries.next().pod(), uids.get());
        pods.add(pod);
        edit(object, pod.uid(), once);
      }
    }
    refuseUnlessRunnable(pods);
    return new RunManifest(pods, json(objects, pods.size()), manifest.warnings());
  }

  private static void refuseUnlessRunnable(List<RunPod> pods) {
    if (pods.isEmpty()) {
      throw new IllegalArgumentException("holds no pod");
    }
    Set<String> names = new HashSet<>();
    for (RunPod pod : pods) {
      if (!names.add(pod.namespace() + "/" + pod.name())) {
        throw new IllegalArgumentException(
            "holds two pods of the name " + pod.namespace() + "/" + pod.name());
      }
    }
  }

  /** The objects of a document that an agent takes; it ignores others. */
  private static Stream<ObjectNode> objects(JsonNode document) {
    return switch (document.path("kind").asText()) {
      case "PodList" ->
          items(document).map(item -> item.put("apiVersion", "v1").put("kind", "Pod"));
      case "List" -> items(document).filter(RunManifest::isTaken);
      default ->
          document instanceof ObjectNode object && isTaken(object)
              ? Stream.of(object)
              : Stream.empty();
    };
  }

  private static Stream<ObjectNode> items(JsonNode list) {
    return list.path("items").valueStream().map(item -> (ObjectNode) item);
  }

  private static boolean isTaken(ObjectNode object) {
    return object.path("apiVersion").asText().equals("v1")
        && KINDS.contains(object.path("kind").asText());
  }

  private static RunPod pod(Pod pod, String uid) {
    return new RunPod(
        Optional.ofNullable(pod.getMetadata().getNamespace()).orElse("default"),
        pod.getMetadata().getName(),
        uid,
        pod.getSpec().getTerminationGracePeriodSeconds());
  }

  private static void edit(ObjectNode pod, String uid, boolean once) {
    pod.withObjectProperty("metadata").put("uid", uid);
    ObjectNode spec = pod.withObjectProperty("spec");
    if (once && !FINITE.contains(spec.path("restartPolicy").asText())) {
      spec.put("restartPolicy", "Never");
    }
  }

  /** The narrowest kind that holds them, since an agent with an API server takes pods only. */
  private static String json(List<ObjectNode> objects, int pods) {
    if (objects.size() == 1) {
      return objects.getFirst().toString();
    }
    ObjectNode list = KubernetesJson.mapper().createObjectNode();
    list.put("apiVersion", "v1").put("kind", pods == objects.size() ? "PodList" : "List");
    ArrayNode items = list.putArray("items");
    objects.forEach(items::add);
    return list.toString();
  }
}
