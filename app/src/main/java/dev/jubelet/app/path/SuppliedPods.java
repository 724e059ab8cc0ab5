package dev.jubelet.app.path;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * Is told which pods need to be supplied.
 *
 * <p>Thread: the sync loop, and the lanes for {@link #gone}.
 */
public interface SuppliedPods {
  /** Nobody has to know. */
  SuppliedPods UNHEARD =
      new SuppliedPods() {
        @Override
        public void wanted(Pod pod) {}

        @Override
        public void over(PodUid uid) {}

        @Override
        public void gone(PodUid uid) {}
      };

  /** Before the pod is worked on, and whenever its spec changes. */
  void wanted(Pod pod);

  /** The pod has ended for good; its volumes may be there still. */
  void over(PodUid uid);

  /** Nothing is left of the pod. */
  void gone(PodUid uid);
}
