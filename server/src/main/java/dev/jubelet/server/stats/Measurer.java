package dev.jubelet.server.stats;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.CgroupReader;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.NetworkCounters;
import dev.jubelet.edge.usage.NetworkCounters.Link;
import dev.jubelet.server.stats.Measurements.Measured;
import dev.jubelet.server.stats.Measurements.MeasuredContainer;
import dev.jubelet.server.stats.Measurements.MeasuredPod;
import dev.jubelet.server.stats.Subjects.ContainerSubject;
import dev.jubelet.server.stats.Subjects.Machine;
import dev.jubelet.server.stats.Subjects.PodSubject;
import dev.jubelet.server.stats.Subjects.SandboxSubject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads all cgroups when somebody asks, and gives the same answer to those who ask within a few
 * seconds. Limits change seldom and are kept longer.
 *
 * <p>Thread: any; one reads while the others wait. Owns: the last look, the rates and the limits.
 */
public final class Measurer {
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final Duration LIMITS_FRESH = Duration.ofMinutes(1);
  private static final String ROOT = "/";
  private static final long INIT = 1;

  private record KnownLimits(CgroupLimits limits, long at) {}

  private final Subjects subjects;
  private final Timers timers;

  @GuardedBy("this")
  private final CgroupReader reader;

  @GuardedBy("this")
  private final NetworkCounters network;

  @GuardedBy("this")
  private final CpuRates rates = new CpuRates();

  @GuardedBy("this")
  private final Map<String, KnownLimits> limits = new HashMap<>();

  @GuardedBy("this")
  private final Map<String, Map<String, String>> places = new HashMap<>();

  @GuardedBy("this")
  private @Nullable Measurements last;

  @GuardedBy("this")
  private long lastAt;

  public Measurer(Subjects subjects, CgroupReader reader, NetworkCounters network, Timers timers) {
    this.subjects = subjects;
    this.reader = reader;
    this.network = network;
    this.timers = timers;
  }

  Subjects subjects() {
    return subjects;
  }

  synchronized Measurements measure(Depth depth) {
    long now = timers.nanoTime();
    Measurements known = last;
    if (known != null && now - lastAt < FRESH.toNanos() && known.depth().compareTo(depth) >= 0) {
      return known;
    }
    Measurements fresh = read(depth, now);
    last = fresh;
    lastAt = now;
    return fresh;
  }

  @GuardedBy("this")
  private Measurements read(Depth depth, long now) {
    Look look = new Look(depth, now, new HashSet<>());
    Machine machine = subjects.machine();
    Map<String, Measured> system = new LinkedHashMap<>();
    machine
        .systemCgroups()
        .forEach(
            (name, cgroup) -> {
              Measured measured = cgroup(cgroup, look);
              if (measured != null) {
                system.put(name, measured);
              }
            });
    List<Measured> parents = new ArrayList<>();
    for (String cgroup : machine.podCgroups()) {
      Measured measured = cgroup(cgroup, look);
      if (measured != null) {
        parents.add(measured);
      }
    }
    List<MeasuredPod> pods = new ArrayList<>();
    for (PodSubject pod : subjects.pods()) {
      pods.add(pod(pod, look));
    }
    Measurements all =
        new Measurements(
            timers.now(),
            depth,
            cgroup(ROOT, look),
            system,
            parents,
            pods,
            network.of(INIT).orElse(List.of()));
    rates.keepOnly(look.seen());
    limits.keySet().retainAll(look.seen());
    places.keySet().retainAll(look.seen());
    return all;
  }

  /** One pass, and the cgroups it met. */
  private record Look(Depth depth, long now, Set<String> seen) {}

  @GuardedBy("this")
  private MeasuredPod pod(PodSubject subject, Look look) {
    Map<String, String> places = places(subject, look);
    List<MeasuredContainer> containers = new ArrayList<>();
    for (ContainerSubject container : subject.containers()) {
      String place = places.get(container.id());
      containers.add(new MeasuredContainer(container, place == null ? null : cgroup(place, look)));
    }
    SandboxSubject sandbox = subject.sandbox();
    String place = sandbox == null ? null : places.get(sandbox.id());
    return new MeasuredPod(
        subject,
        cgroup(subject.cgroup(), look),
        place,
        containers,
        look.depth() == Depth.FULL ? links(place, places) : List.of());
  }

  /** Any process of the pod sees its network; that of the sandbox is there for longest. */
  @GuardedBy("this")
  private List<Link> links(@Nullable String sandbox, Map<String, String> places) {
    List<String> candidates = new ArrayList<>(places.values());
    if (sandbox != null) {
      candidates.addFirst(sandbox);
    }
    for (String candidate : candidates) {
      for (long pid : reader.processes(candidate)) {
        var found = network.of(pid);
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
    return List.of();
  }

  /** The cgroups of the containers by ID, looked up again only when one is not known. */
  @GuardedBy("this")
  private Map<String, String> places(PodSubject subject, Look look) {
    look.seen().add(subject.cgroup());
    Map<String, String> known = places.getOrDefault(subject.cgroup(), Map.of());
    boolean complete =
        subject.containers().stream().allMatch(container -> known.containsKey(container.id()));
    SandboxSubject sandbox = subject.sandbox();
    if (complete && (sandbox == null || known.containsKey(sandbox.id()))) {
      return known;
    }
    Map<String, String> found = find(subject);
    places.put(subject.cgroup(), found);
    return found;
  }

  /** Runtimes name cgroups by the ID, with systemd as {@code <prefix>-<id>.scope}. */
  @GuardedBy("this")
  private Map<String, String> find(PodSubject subject) {
    Map<String, String> found = new HashMap<>();
    for (String child : reader.children(subject.cgroup())) {
      String name =
          child.endsWith(".scope") ? child.substring(0, child.length() - ".scope".length()) : child;
      found.put(name.substring(name.lastIndexOf('-') + 1), subject.cgroup() + "/" + child);
    }
    return found;
  }

  @GuardedBy("this")
  private @Nullable Measured cgroup(String cgroup, Look look) {
    CgroupLimits bounds = limits(cgroup, look.now());
    boolean hasQuota = bounds.cpuQuotaMicros() > 0;
    CgroupUsage usage = reader.usage(cgroup, look.depth(), hasQuota).orElse(null);
    if (usage == null) {
      return null;
    }
    look.seen().add(cgroup);
    Long nanoCores =
        usage.cpu() == null ? null : rates.take(cgroup, usage.cpu().usageNanos(), look.now());
    return new Measured(cgroup, usage, bounds, nanoCores);
  }

  @GuardedBy("this")
  private CgroupLimits limits(String cgroup, long now) {
    KnownLimits known = limits.get(cgroup);
    if (known == null || now - known.at() > LIMITS_FRESH.toNanos()) {
      known = new KnownLimits(reader.limits(cgroup), now);
      limits.put(cgroup, known);
    }
    return known.limits();
  }
}
