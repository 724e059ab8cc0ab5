package dev.jubelet.pod.source;

import dev.jubelet.pod.manifest.Manifest;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.SourceKind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Gives a pod from a manifest its place on this node: name, UID, node and annotations. The same
 * content at the same place has the same UID after a restart of the agent.
 *
 * <p>Thread: any.
 */
final class StaticIdentity {
  private static final int MAX_NAME = 253;

  private final String nodeName;

  StaticIdentity(String nodeName) {
    this.nodeName = nodeName;
  }

  /**
   * Changes and returns the pod, which nobody else has seen yet.
   *
   * @param origin the file's path or the URL
   * @throws IllegalArgumentException when the name with the node's is too long
   */
  Pod assign(Manifest.Entry entry, SourceKind kind, String origin) {
    Pod pod = entry.pod();
    ObjectMeta meta = pod.getMetadata();
    if (meta.getUid() == null || meta.getUid().isEmpty()) {
      meta.setUid(uid(entry.canonical(), kind, origin));
    }
    meta.setName(nodeWide(meta.getName()));
    if (meta.getNamespace() == null || meta.getNamespace().isEmpty()) {
      meta.setNamespace("default");
    }
    meta.setAnnotations(annotations(meta));
    forgetPast(meta);
    pod.getSpec().setNodeName(nodeName);
    if (kind == SourceKind.FILE) {
      tolerateEverything(pod);
    }
    PodStatus status = new PodStatus();
    status.setPhase("Pending");
    pod.setStatus(status);
    return pod;
  }

  private String uid(String canonical, SourceKind kind, String origin) {
    String scheme = kind == SourceKind.FILE ? "file:" : "url:";
    return new Fnv128a().add(canonical).add("host:" + nodeName).add(scheme + origin).hex();
  }

  private String nodeWide(String name) {
    String full = name + "-" + nodeName.toLowerCase(Locale.ROOT);
    if (full.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "metadata.name: with the name of the node, "
              + full
              + " has more than "
              + MAX_NAME
              + " characters");
    }
    return full;
  }

  /** A manifest may not pretend to be a mirror pod or to come from another source. */
  private static Map<String, String> annotations(ObjectMeta meta) {
    Map<String, String> annotations = new LinkedHashMap<>();
    if (meta.getAnnotations() != null) {
      annotations.putAll(meta.getAnnotations());
    }
    annotations
        .keySet()
        .removeAll(List.of(Annotations.MIRROR, Annotations.SOURCE, Annotations.SEEN));
    annotations.put(Annotations.HASH, meta.getUid());
    return annotations;
  }

  /** A manifest copied from a cluster carries the life of another pod. */
  private static void forgetPast(ObjectMeta meta) {
    meta.setDeletionTimestamp(null);
    meta.setDeletionGracePeriodSeconds(null);
    meta.setResourceVersion(null);
    meta.setManagedFields(List.of());
  }

  /** So that trouble of the node does not evict it. */
  private static void tolerateEverything(Pod pod) {
    Toleration everything = new Toleration();
    everything.setOperator("Exists");
    everything.setEffect("NoExecute");
    List<Toleration> tolerations = new ArrayList<>(pod.getSpec().getTolerations());
    if (!tolerations.contains(everything)) {
      tolerations.add(everything);
    }
    pod.getSpec().setTolerations(tolerations);
  }
}
