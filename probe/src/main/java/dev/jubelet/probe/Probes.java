package dev.jubelet.probe;

import dev.jubelet.base.SteadyClock;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriContainers;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.probe.check.Checks;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.ProbeSchedule;
import dev.jubelet.probe.schedule.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Probe;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The probes of all pods, and what they have found. A probe that changes what counts wakes its pod
 * at once.
 *
 * <p>Thread: any; for a given pod, {@link #observe} by one at a time. Owns: a worker for each probe
 * of each container, and the checkpoint.
 */
public final class Probes implements AutoCloseable {
  private final Timers timers;
  private final Consumer<PodUid> wake;
  private final ProbeSettings settings;
  private final SteadyClock clock;
  private final Prober prober;
  private final ResultsCheckpoint checkpoint;
  private final RestoredResults restored;
  private final Map<PodUid, PodProbes> pods = new ConcurrentHashMap<>();
  private final Map<PodUid, ProbeTarget> subjects = new ConcurrentHashMap<>();

  /**
   * Reads the checkpoint.
   *
   * @param wake called on a probe's lane when the results of the pod have changed; must not block
   */
  public Probes(
      CriContainers cri,
      Timers timers,
      Consumer<NodeEvent> events,
      Consumer<PodUid> wake,
      ProbeSettings settings) {
    this.timers = timers;
    this.wake = wake;
    this.settings = settings;
    this.clock = new SteadyClock(timers);
    this.prober = new Prober(new Checks(cri, settings.expansion(), timers), timers, events);
    this.checkpoint = new ResultsCheckpoint(settings.checkpoint(), timers, this::passed);
    this.restored = new RestoredResults(checkpoint, settings, clock, timers);
  }

  /**
   * What was just read of a pod that is to run, or that ends: makes its probes follow its
   * containers. Cheap when nothing changed. What is remembered of a container counts in {@link
   * #results} as soon as this returns.
   */
  public void observe(Pod pod, ObservedPod observed) {
    PodUid uid = PodUid.of(pod);
    PodProbes known = pods.get(uid);
    if (known == null && PodProbes.probed(pod).isEmpty()) {
      return;
    }
    subjects.put(uid, ProbeTarget.of(pod, observed, settings.hostIp().get()));
    pods.computeIfAbsent(uid, this::podProbes).observe(pod, observed);
  }

  public ProbeResults results(PodUid uid) {
    PodProbes known = pods.get(uid);
    return known == null ? ProbeResults.NONE : known.results();
  }

  /** The pod is ending: nobody restarts its containers any more, but readiness still counts. */
  public void stopLivenessAndStartup(PodUid uid) {
    pods.computeIfAbsent(uid, this::podProbes).stopLivenessAndStartup();
  }

  /** The pod is no more; a probe under way is broken off. */
  public void forget(PodUid uid) {
    PodProbes known = pods.remove(uid);
    subjects.remove(uid);
    if (known != null) {
      known.stop();
      checkpoint.changed();
      settings.listener().forgotten(uid);
    }
  }

  /** Ends all probes and writes the checkpoint. */
  @Override
  public void close() {
    pods.values().forEach(PodProbes::stop);
    checkpoint.close();
  }

  private PodProbes podProbes(PodUid uid) {
    return new PodProbes(spec -> containerProbes(uid, spec));
  }

  private ContainerProbes containerProbes(PodUid uid, ContainerSpec spec) {
    return new ContainerProbes(spec.container(), restored, clock, kind -> worker(uid, spec, kind));
  }

  private ProbeWorker worker(PodUid uid, ContainerSpec spec, ProbeKind kind) {
    Probe probe = Objects.requireNonNull(kind.of(spec.container()));
    ProbeTarget target = Objects.requireNonNull(subjects.get(uid));
    String name =
        "probe-%s-%s/%s"
            .formatted(
                kind.wireName().toLowerCase(Locale.ROOT), PodKey.of(target.pod()), spec.name());
    return new ProbeWorker(
        name,
        ProbeSchedule.of(kind, probe),
        id -> probe(uid, kind, spec, probe, id),
        changed -> verdictChanged(uid, spec, changed),
        clock,
        timers);
  }

  private Optional<Verdict> probe(
      PodUid uid, ProbeKind kind, ContainerSpec spec, Probe probe, String containerId) {
    ProbeTarget target = subjects.get(uid);
    if (target == null) {
      return Optional.of(Verdict.UNKNOWN);
    }
    long start = timers.nanoTime();
    Optional<Verdict> verdict = prober.probe(kind, spec, probe, target, containerId);
    Duration took = Duration.ofNanos(timers.nanoTime() - start);
    verdict.ifPresent(
        found -> settings.listener().probed(target.pod(), spec.name(), kind, found, took));
    return verdict;
  }

  private void verdictChanged(PodUid uid, ContainerSpec spec, ProbeKind kind) {
    PodProbes known = pods.get(uid);
    if (known == null) {
      return;
    }
    if (kind == ProbeKind.STARTUP) {
      known.openGate(spec.name());
    }
    if (kind != ProbeKind.LIVENESS) {
      checkpoint.changed();
    }
    wake.accept(uid);
  }

  private ResultsCheckpoint.Passed passed() {
    Set<String> ready = new HashSet<>();
    Set<String> started = new HashSet<>();
    for (PodProbes probes : pods.values()) {
      ProbeResults results = probes.results();
      ready.addAll(results.ready());
      started.addAll(results.started());
    }
    return new ResultsCheckpoint.Passed(ready, started);
  }
}
