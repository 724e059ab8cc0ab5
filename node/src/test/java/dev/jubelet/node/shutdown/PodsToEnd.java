package dev.jubelet.node.shutdown;

import dev.jubelet.pod.model.PodVerdict;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Pods of a node that only note how they were ended. Thread: the test's. */
final class PodsToEnd implements ShutdownPods {
  final List<Pod> active = new CopyOnWriteArrayList<>();
  final List<String> ended = new CopyOnWriteArrayList<>();
  final List<PodVerdict.Failed> verdicts = new CopyOnWriteArrayList<>();
  private final Map<String, Runnable> waiting = new ConcurrentHashMap<>();

  PodsToEnd with(String name, @Nullable Integer priority, @Nullable Long grace) {
    active.add(pod(name, priority, grace));
    return this;
  }

  static Pod pod(String name, @Nullable Integer priority, @Nullable Long grace) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .withUid("uid-" + name)
        .endMetadata()
        .withNewSpec()
        .withPriority(priority)
        .withTerminationGracePeriodSeconds(grace)
        .endSpec()
        .build();
  }

  @Override
  public List<Pod> active() {
    return List.copyOf(active);
  }

  @Override
  public void end(Pod pod, PodVerdict.Failed verdict, long graceSeconds, Runnable done) {
    ended.add(pod.getMetadata().getName() + ":" + graceSeconds);
    verdicts.add(verdict);
    waiting.put(pod.getMetadata().getName(), done);
  }

  /** Nothing is left of this pod. */
  void hasEnded(String name) {
    Runnable done = waiting.remove(name);
    if (done == null) {
      throw new AssertionError(name + " was not ended");
    }
    done.run();
  }
}
