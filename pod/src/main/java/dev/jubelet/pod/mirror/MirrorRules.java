package dev.jubelet.pod.mirror;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which mirror pods have to go and which have to come. A static pod that still ends keeps its
 * mirror until it is gone, even when another of its name waits. Pure.
 */
final class MirrorRules {
  private MirrorRules() {}

  /** What to do, in this order: a name is free before it is used again. */
  static List<MirrorAction> moves(MirrorInput input, List<Pod> mirrors, String nodeName) {
    Map<PodKey, Pod> mirrorOf = new HashMap<>();
    mirrors.forEach(mirror -> mirrorOf.put(PodKey.of(mirror), mirror));
    List<MirrorAction> moves = new ArrayList<>();
    Set<PodKey> kept = new HashSet<>(input.ending());
    for (Pod pod : input.statics()) {
      if (kept.add(PodKey.of(pod))) {
        moves.addAll(restore(pod, mirrorOf.get(PodKey.of(pod)), input, nodeName));
      }
    }
    if (input.complete()) {
      mirrorOf.forEach(
          (key, mirror) -> {
            if (!kept.contains(key)) {
              moves.add(new MirrorAction.Delete(key, PodUid.of(mirror)));
            }
          });
    }
    return moves;
  }

  private static List<MirrorAction> restore(
      Pod pod, @Nullable Pod mirror, MirrorInput input, String nodeName) {
    List<MirrorAction> moves = new ArrayList<>();
    if (mirror != null && mirrors(mirror, pod)) {
      return moves;
    }
    if (mirror != null) {
      moves.add(new MirrorAction.Delete(PodKey.of(mirror), PodUid.of(mirror)));
    }
    input
        .nodeUid()
        .ifPresent(uid -> moves.add(new MirrorAction.Create(mirror(pod, nodeName, uid))));
    return moves;
  }

  /** One that somebody deletes is none any more. */
  private static boolean mirrors(Pod mirror, Pod pod) {
    return mirror.getMetadata().getDeletionTimestamp() == null && Mirrors.isMirrorOf(mirror, pod);
  }

  /** The Node owns it, so that it goes with the node. */
  private static Pod mirror(Pod pod, String nodeName, String nodeUid) {
    ObjectMeta from = pod.getMetadata();
    Map<String, String> annotations = new LinkedHashMap<>(from.getAnnotations());
    annotations.put(Annotations.MIRROR, Mirrors.hash(pod));
    OwnerReference node = new OwnerReference();
    node.setApiVersion("v1");
    node.setKind("Node");
    node.setName(nodeName);
    node.setUid(nodeUid);
    node.setController(true);
    ObjectMeta meta = new ObjectMeta();
    meta.setName(from.getName());
    meta.setNamespace(from.getNamespace());
    meta.setLabels(from.getLabels());
    meta.setAnnotations(annotations);
    meta.setOwnerReferences(List.of(node));
    return new Pod("v1", "Pod", meta, pod.getSpec(), null);
  }
}
