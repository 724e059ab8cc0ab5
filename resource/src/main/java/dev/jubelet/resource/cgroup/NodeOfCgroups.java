package dev.jubelet.resource.cgroup;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import java.util.List;

/** What those who look after the node's cgroups need of the rest. None of it may block. */
public interface NodeOfCgroups {
  List<ActivePod> activePods();

  /** Whether every source has told its pods; before that, there may be more. */
  boolean knowsAllPods();

  /** Lets a pod look again, because what runs of it has lost its cgroup. */
  void lostCgroup(PodUid uid);

  /** Removes cgroups of pods that nobody knows and in which nothing runs. */
  void removeAbandoned();

  /** Tells people something of the node. */
  void tell(NodeEvent.Type type, String reason, String message);
}
