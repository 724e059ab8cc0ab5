package dev.jubelet.pod.sync;

import dev.jubelet.pod.admit.ActivePods;
import dev.jubelet.pod.admit.AdmissionRules;
import dev.jubelet.pod.admit.Candidate;
import dev.jubelet.pod.admit.NodeView;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Says whether a pod may run beside those that do. Labels and taints are those of the Node object,
 * which people change at any time; a pod that would be refused for its labels waits until the
 * object has been read again.
 *
 * <p>Thread: the sync loop. Owns: what the active pods take of the node.
 */
public final class Admitter {
  private final AdmissionRules rules;
  private final Supplier<NodeView> node;
  private final NodeObject object;
  private final LoopListener listener;
  private final ActivePods activePods = new ActivePods();

  /** {@code node} is what is known of the node without the API server. */
  public Admitter(
      AdmissionRules rules, Supplier<NodeView> node, NodeObject object, LoopListener listener) {
    this.rules = rules;
    this.node = node;
    this.object = object;
    this.listener = listener;
  }

  /** {@code nodeWasRead} says that the Node object was read for this pod just now. */
  Admission admit(Pod pod, boolean nodeWasRead) {
    boolean mayBeOutdated = !nodeWasRead && object.mayBeOutdated();
    Admission admission = rules.check(new Candidate(pod, activePods, current(), mayBeOutdated));
    switch (admission) {
      case Admission.AfterPreemption(List<Pod> victims, String shortOf) ->
          listener.preempted(victims.size(), shortOf);
      case Admission.Rejected rejected -> listener.rejected(pod, rejected);
      case Admission.Admitted _, Admission.AfterNodeRead _ -> {}
    }
    return admission;
  }

  private NodeView current() {
    Optional<Node> known = object.last();
    return known.isEmpty()
        ? node.get()
        : node.get().with(labels(known.get()), known.get().getSpec().getTaints());
  }

  private static Map<String, String> labels(Node node) {
    return Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
  }

  /** Counts the pod, or what has changed of it. */
  void active(Pod pod) {
    activePods.put(pod);
  }

  void inactive(PodUid uid) {
    activePods.drop(uid);
  }

  /** Reads the Node object again and says when that is done. */
  void readNode(Runnable done) {
    object.read(done);
  }
}
