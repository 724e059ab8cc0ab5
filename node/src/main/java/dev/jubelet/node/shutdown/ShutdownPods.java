package dev.jubelet.node.shutdown;

import dev.jubelet.pod.model.PodVerdict;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** The pods of the node, as far as a shutdown has to do with them. */
public interface ShutdownPods {

  /** Those that have not ended. */
  List<Pod> active();

  /**
   * Ends a pod within this grace; it is not started again. {@code ended} is told when nothing of it
   * runs and its volumes are unmounted. Does not block.
   */
  void end(Pod pod, PodVerdict.Failed verdict, long graceSeconds, Runnable ended);
}
