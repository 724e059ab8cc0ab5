package dev.jubelet.pod.mirror;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;

/** The calls to the API server; both block and throw ApiException. */
public interface MirrorApi {
  Pod create(Pod mirror);

  /** Deletes at once, but only the pod with this UID. */
  void delete(PodKey key, PodUid uid);
}
