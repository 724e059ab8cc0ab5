package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * Everything one source wants to run, and the objects that it has for pods. Both are complete: a
 * pod that is missing is to be ended, an object that is missing does not exist.
 */
public record SourceSnapshot(SourceKind source, List<Pod> pods, List<LocalObject> objects) {
  public SourceSnapshot {
    pods = List.copyOf(pods);
    objects = List.copyOf(objects);
  }

  /** The snapshot of a source that has no objects. */
  public SourceSnapshot(SourceKind source, List<Pod> pods) {
    this(source, pods, List.of());
  }
}
