package dev.jubelet.app;

import dev.jubelet.app.metric.OomMeter;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.KernelLog;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.pod.spec.Quantities;
import dev.jubelet.pod.worker.PodWorkers.Working;
import dev.jubelet.resource.oom.OomKill;
import dev.jubelet.resource.oom.OomParser;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * Kills for want of memory become events: of the node when the machine lacked it, else of the
 * container whose process it was, which may run on.
 *
 * <p>Thread: that of the kernel log. Owns: the log.
 */
final class OomAssembly implements AutoCloseable {
  private final PodPathAssembly path;
  private final PodEvents events;
  private final OomMeter meter;
  private final OomParser parser = new OomParser();
  private final KernelLog log = new KernelLog(line -> parser.line(line).ifPresent(this::killed));

  OomAssembly(PodPathAssembly path, OomMeter meter, Timers timers) {
    this.path = path;
    this.meter = meter;
    this.events = new PodEvents(timers, path.eventLog);
  }

  void start() {
    log.start();
  }

  private void killed(OomKill kill) {
    if (kill.cgroup().isEmpty()) {
      meter.system();
      events.nodeWarning(
          "SystemOOM",
          "System OOM encountered, victim process: %s, pid: %d"
              .formatted(kill.process(), kill.pid()));
      return;
    }
    String cgroup = kill.cgroup().get();
    path.workers.all().stream()
        .filter(working -> isOf(working, cgroup))
        .findFirst()
        .ifPresent(working -> tell(working, cgroup, kill));
  }

  private boolean isOf(Working working, String cgroup) {
    Pod pod = working.wanted();
    return pod != null
        && cgroup.startsWith(path.cgroupNames.parentFor(PodUid.of(pod), QosClass.of(pod)) + "/");
  }

  private void tell(Working working, String cgroup, OomKill kill) {
    Pod pod = working.wanted();
    ObservedPod observed = working.observed();
    if (pod == null || observed == null) {
      return;
    }
    meter.container();
    observed.containers().stream()
        .filter(container -> cgroup.contains(container.id()))
        .findFirst()
        .map(ObservedContainer::name)
        .flatMap(name -> ContainerSpec.find(pod, name))
        .ifPresentOrElse(
            spec -> events.warning(pod, spec.kind(), spec.name(), "OOMKilling", message(kill)),
            () -> events.warning(pod, "OOMKilling", message(kill)));
  }

  private static String message(OomKill kill) {
    return "Memory limit reached: killed process %s, pid %d%s"
        .formatted(
            kill.process(),
            kill.pid(),
            kill.room()
                .map(
                    room ->
                        "; usage %s, limit %s"
                            .formatted(text(room.usageBytes()), text(room.limitBytes())))
                .orElse(""));
  }

  private static String text(long bytes) {
    return Quantities.ofBytes(bytes).toString();
  }

  @Override
  public void close() {
    log.close();
  }
}
