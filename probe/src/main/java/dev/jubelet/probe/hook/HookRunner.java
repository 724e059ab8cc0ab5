package dev.jubelet.probe.hook;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriContainers;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the hooks of containers. An interrupt breaks a hook off: it has then failed, and the
 * thread's interrupt status is set again.
 *
 * <p>Thread: any virtual thread, which it blocks.
 */
public final class HookRunner {
  private final ExecHook exec;
  private final HttpHook http;
  private final SleepHook sleep;

  public HookRunner(
      CriContainers cri, Timers timers, Consumer<NodeEvent> events, HookListener listener) {
    this.exec = new ExecHook(cri);
    this.http = new HttpHook(timers, events, listener);
    this.sleep = new SleepHook(timers, listener);
  }

  /** Right after the container has started; for as long as it takes. */
  public HookOutcome postStart(
      Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {
    Lifecycle lifecycle = spec.container().getLifecycle();
    LifecycleHandler handler = lifecycle == null ? null : lifecycle.getPostStart();
    return run(handler, new HookTarget(pod, spec, containerId, podIps));
  }

  /** Before the container is stopped; for as long as it takes. */
  public HookOutcome preStop(Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {
    Lifecycle lifecycle = spec.container().getLifecycle();
    LifecycleHandler handler = lifecycle == null ? null : lifecycle.getPreStop();
    return run(handler, new HookTarget(pod, spec, containerId, podIps));
  }

  private HookOutcome run(@Nullable LifecycleHandler handler, HookTarget target) {
    if (handler == null) {
      return new HookOutcome.Done();
    }
    if (handler.getExec() != null) {
      return exec.run(handler.getExec(), target);
    }
    if (handler.getHttpGet() != null) {
      return http.run(handler.getHttpGet(), target);
    }
    if (handler.getSleep() != null) {
      return sleep.run(handler.getSleep(), target);
    }
    return new HookOutcome.Failed("Cannot run handler: invalid handler: " + kinds(handler));
  }

  private static String kinds(LifecycleHandler handler) {
    return handler.getTcpSocket() == null ? "none given" : "tcpSocket is not supported";
  }

  /** Which container a hook is for. */
  record HookTarget(Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {

    /** The container and its pod as upstream's messages name them. */
    String text() {
      return "Container \"%s\" in Pod \"%s\""
          .formatted(spec.name(), PodKey.of(pod).withUid(PodUid.of(pod)));
    }
  }
}
