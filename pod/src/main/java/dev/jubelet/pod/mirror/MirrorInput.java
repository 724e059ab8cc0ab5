package dev.jubelet.pod.mirror;

import dev.jubelet.pod.model.PodKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that decides about mirror pods.
 *
 * @param statics the static pods that are wanted
 * @param ending names of static pods that are not wanted any more but still end
 * @param complete whether {@code statics} are all: each source has told its whole set
 * @param nodeUid the UID of the Node object; empty before it is registered
 */
public record MirrorInput(
    List<Pod> statics, Set<PodKey> ending, boolean complete, Optional<String> nodeUid) {
  public MirrorInput {
    statics = List.copyOf(statics);
    ending = Set.copyOf(ending);
  }
}
