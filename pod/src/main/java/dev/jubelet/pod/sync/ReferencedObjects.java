package dev.jubelet.pod.sync;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * Keeps what pods refer to: config maps, secrets, tokens, claims.
 *
 * <p>Thread: the sync loop; must not block.
 */
public interface ReferencedObjects {
  /** On a node without an API server nothing has to be kept. */
  ReferencedObjects NONE =
      new ReferencedObjects() {
        @Override
        public void podWanted(Pod pod) {}

        @Override
        public void podEnded(PodUid uid) {}

        @Override
        public void podGone(PodUid uid) {}
      };

  /** Before the pod is worked on, and whenever its spec changes. */
  void podWanted(Pod pod);

  /** The pod has ended for good; its volumes may be there still. */
  void podEnded(PodUid uid);

  /** Nothing is left of the pod. */
  void podGone(PodUid uid);
}
