package dev.jubelet.pod.merge;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.SourceKind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The annotations that the agent itself writes on a pod and that sources cannot change. Pure. */
final class LocalAnnotations {
  private static final List<String> KEYS =
      List.of(Annotations.SOURCE, Annotations.SEEN, Annotations.MIRROR);

  private LocalAnnotations() {}

  /** A pod seen for the first time. */
  static Pod mark(Pod pod, SourceKind source, Instant seen) {
    Map<String, String> annotations = copy(pod.getMetadata().getAnnotations());
    annotations.put(Annotations.SOURCE, source.wireName());
    annotations.put(Annotations.SEEN, seen.toString());
    return with(pod, annotations);
  }

  /** A newer version of a pod: it keeps the marks of the one before. */
  static Pod keep(Pod existing, Pod newer) {
    Map<String, String> annotations = copy(newer.getMetadata().getAnnotations());
    Map<String, String> former = copy(existing.getMetadata().getAnnotations());
    for (String key : KEYS) {
      if (former.containsKey(key)) {
        annotations.put(key, former.get(key));
      }
    }
    return with(newer, annotations);
  }

  /** Whether the annotations are the same but for the agent's own. */
  static boolean sameBesides(Pod one, Pod other) {
    Map<String, String> first = copy(one.getMetadata().getAnnotations());
    Map<String, String> second = copy(other.getMetadata().getAnnotations());
    first.keySet().removeAll(KEYS);
    second.keySet().removeAll(KEYS);
    return first.equals(second);
  }

  private static Map<String, String> copy(@Nullable Map<String, String> annotations) {
    return annotations == null ? new LinkedHashMap<>() : new LinkedHashMap<>(annotations);
  }

  /** A pod that differs in its annotations; everything else is shared, since pods do not change. */
  private static Pod with(Pod pod, Map<String, String> annotations) {
    ObjectMeta from = pod.getMetadata();
    ObjectMeta meta = new ObjectMeta();
    meta.setAnnotations(annotations);
    meta.setCreationTimestamp(from.getCreationTimestamp());
    meta.setDeletionGracePeriodSeconds(from.getDeletionGracePeriodSeconds());
    meta.setDeletionTimestamp(from.getDeletionTimestamp());
    meta.setFinalizers(from.getFinalizers());
    meta.setGenerateName(from.getGenerateName());
    meta.setGeneration(from.getGeneration());
    meta.setLabels(from.getLabels());
    meta.setManagedFields(from.getManagedFields());
    meta.setName(from.getName());
    meta.setNamespace(from.getNamespace());
    meta.setOwnerReferences(from.getOwnerReferences());
    meta.setResourceVersion(from.getResourceVersion());
    meta.setSelfLink(from.getSelfLink());
    meta.setUid(from.getUid());
    return new Pod(pod.getApiVersion(), pod.getKind(), meta, pod.getSpec(), pod.getStatus());
  }
}
