package dev.jubelet.pod.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;

/** The calls to the API server; all block and throw ApiException. */
public interface PodApi {
  Pod get(PodKey key);

  /** Returns the pod as the patch has made it. */
  Pod patchStatus(PodKey key, ObjectNode patch);

  /** Deletes at once, but only the pod with this UID. */
  void delete(PodKey key, PodUid uid);
}
