package dev.jubelet.server.stats;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.usage.CgroupReader;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.NetworkCounters;
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
 * seconds.
 *
 * <p>Thread: any; one reads while the others wait. Owns: the last look, and where the cgroups of
 * containers are.
 */
public final class Measurer {
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final String ROOT = "/";

  private final Subjects subjects;
  private final Timers timers;

  @GuardedBy("this")
  private final CgroupReader reader;

  @GuardedBy("this")
  private final CgroupMeasurer cgroups;

  @GuardedBy("this")
  private final PodLinks links;

  @GuardedBy("this")
  private final Map<String, Map<String, String>> places = new HashMap<>();

  @GuardedBy("this")
  private @Nullable Measurements last;

  @GuardedBy("this")
  private long lastAt;

  public Measurer(Subjects subjects, CgroupReader reader, NetworkCounters network, Timers timers) {
    this.subjects = subjects;
    this.reader = reader;
    this.cgroups = new CgroupMeasurer(reader);
    this.links = new PodLinks(reader, network);
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
    cgroups.begin(depth, now);
    try {
      Measurements fresh = read(depth);
      last = fresh;
      lastAt = now;
      return fresh;
    } finally {
      cgroups.end();
      if (depth == Depth.FULL) {
        links.end();
      }
    }
  }

  @GuardedBy("this")
  private Measurements read(Depth depth) {
    Machine machine = subjects.machine();
    Map<String, Measured> system = new LinkedHashMap<>();
    for (Map.Entry<String, String> named : machine.systemCgroups().entrySet()) {
      Measured measured = cgroups.ofMachine(named.getValue());
      if (measured != null) {
        system.put(named.getKey(), measured);
      }
    }
    List<Measured> parents = new ArrayList<>();
    for (String cgroup : machine.podCgroups()) {
      Measured measured = cgroups.ofMachine(cgroup);
      if (measured != null) {
        parents.add(measured);
      }
    }
    List<MeasuredPod> pods = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (PodSubject pod : subjects.pods()) {
      seen.add(pod.cgroup());
      pods.add(pod(pod, depth));
    }
    places.keySet().retainAll(seen);
    return new Measurements(
        timers.now(),
        depth,
        cgroups.ofMachine(ROOT),
        system,
        parents,
        pods,
        depth == Depth.FULL ? links.ofMachine() : List.of());
  }

  @GuardedBy("this")
  private MeasuredPod pod(PodSubject subject, Depth depth) {
    Map<String, String> places = places(subject);
    List<MeasuredContainer> containers = new ArrayList<>();
    for (ContainerSubject container : subject.containers()) {
      String place = places.get(container.id());
      containers.add(new MeasuredContainer(container, place == null ? null : cgroups.ofPod(place)));
    }
    SandboxSubject sandbox = subject.sandbox();
    String place = sandbox == null ? null : places.get(sandbox.id());
    return new MeasuredPod(
        subject,
        cgroups.ofPod(subject.cgroup()),
        place,
        containers,
        depth == Depth.FULL ? links.of(place, places.values()) : List.of());
  }

  /** The cgroups of the containers by ID, looked up again only when one is not known. */
  @GuardedBy("this")
  private Map<String, String> places(PodSubject subject) {
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
}
