package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.base.Timeline;
import dev.jubelet.pod.actuate.Actuator;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.actuate.ContainerStarter;
import dev.jubelet.pod.actuate.ImageVolumes;
import dev.jubelet.pod.actuate.Images;
import dev.jubelet.pod.actuate.NodeFiles;
import dev.jubelet.pod.actuate.PodKiller;
import dev.jubelet.pod.actuate.PodPurger;
import dev.jubelet.pod.actuate.PostStartHooks;
import dev.jubelet.pod.actuate.SandboxStarter;
import dev.jubelet.pod.actuate.StartGate;
import dev.jubelet.pod.actuate.SubPaths;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.plan.ContainerHash;
import dev.jubelet.pod.plan.GracePeriod;
import dev.jubelet.pod.plan.TerminationRules;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.pod.pleg.RuntimeReader;
import dev.jubelet.pod.pleg.RuntimeWatcher;
import dev.jubelet.pod.translate.env.NodeFieldValues;
import dev.jubelet.pod.worker.PodRuntime;
import dev.jubelet.probe.hook.HookRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What a pod's lane does through the runtime: reading, starting, stopping and removing. */
final class ActuationAssembly {
  private static final int STARTS_PER_CPU = 4;
  private static final Duration START_PATIENCE = Duration.ofSeconds(5);

  private final AgentContext in;
  private final PodEvents events;
  private final EventLog eventLog;
  private final Timeline timeline;
  private final Images images;

  ActuationAssembly(
      AgentContext in, PodEvents events, EventLog eventLog, Timeline timeline, Images images) {
    this.in = in;
    this.events = events;
    this.eventLog = eventLog;
    this.timeline = timeline;
    this.images = images;
  }

  PodRuntime runtime(
      Translation translation,
      ContainerLogs logs,
      SubPaths subPaths,
      RuntimeHealth health,
      RuntimeWatcher watcher) {
    HookAdapter hooks =
        new HookAdapter(
            new HookRunner(in.cri(), in.timers(), eventLog, in.meters().hooks), in.node().ips());
    PodKiller killer = new PodKiller(in.cri(), hooks, in.timers(), timeline, events);
    PodPurger purger = new PodPurger(in.cri(), logs);
    NodeFiles nodeFiles = nodeFiles(in.options().config());
    StartGate gate =
        new StartGate(STARTS_PER_CPU * in.node().host().onlineCpus(), START_PATIENCE, in.timers());
    Actuator.Parts parts =
        new Actuator.Parts(
            new SandboxStarter(
                in.cri(), translation.sandboxes(), nodeFiles, events, timeline, gate),
            new ImageVolumes(images, timeline),
            new ContainerStarter(
                in.cri(),
                new ContainerStarter.Means(
                    images, translation.containers(), ContainerHash::of, logs, subPaths),
                events,
                timeline,
                gate),
            new PostStartHooks(
                hooks,
                killer,
                (pod, spec) -> GracePeriod.ofKill(pod, spec, KillReason.POST_START_FAILED),
                events,
                timeline),
            killer,
            purger,
            events,
            timeline);
    RuntimeReader reader = new RuntimeReader(in.cri(), in.timers(), in.meters().watch);
    Actuator.Rules rules =
        new Actuator.Rules(
            (pod, observed) -> TerminationRules.plan(pod, observed, null),
            (pod, kill) ->
                ContainerSpec.find(pod, kill.containerName())
                    .map(spec -> GracePeriod.ofKill(pod, spec, kill.reason()))
                    .orElse(0L),
            reader::readSandbox,
            () -> new NodeFieldValues(in.node().ips(), in.node().allocatable()),
            nodeFiles,
            handler -> health.abilities().recursiveReadOnly(handler));
    return PodRuntime.of(watcher, reader, new Actuator(parts, rules), killer, purger);
  }

  private static NodeFiles nodeFiles(KubeletConfig config) {
    String resolvConf = config.get(PodFields.RESOLV_CONF);
    return new NodeFiles(
        resolvConf.isEmpty() ? Optional.empty() : Optional.of(Path.of(resolvConf)),
        Path.of("/etc/hosts"));
  }
}
