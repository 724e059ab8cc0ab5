package dev.jubelet.benchmark;

import dev.jubelet.benchmark.figure.AgentStart;
import dev.jubelet.benchmark.figure.ApiPath;
import dev.jubelet.benchmark.figure.Death;
import dev.jubelet.benchmark.figure.Exec;
import dev.jubelet.benchmark.figure.Figure;
import dev.jubelet.benchmark.figure.Idle;
import dev.jubelet.benchmark.figure.LogFollowing;
import dev.jubelet.benchmark.figure.LogRotating;
import dev.jubelet.benchmark.figure.ManyPods;
import dev.jubelet.benchmark.figure.PodEnd;
import dev.jubelet.benchmark.figure.PodStart;
import dev.jubelet.benchmark.figure.PodVolumes;
import dev.jubelet.benchmark.figure.Scale;
import dev.jubelet.benchmark.figure.Scrape;
import dev.jubelet.benchmark.peer.PeerComparison;
import dev.jubelet.testing.lab.ContainerdGeneration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code ./bench} was asked for. */
record Options(
    Scale scale, ContainerdGeneration containerd, boolean footprint, List<String> names) {

  /** In an order in which each leaves the node as the next can use it. */
  private static final Map<String, Figure> FIGURES = new LinkedHashMap<>();

  /** Needs upstream's kubelet, which is built first: only for those who ask for it. */
  private static final String PEER = "peer";

  static {
    FIGURES.put("start", new PodStart());
    FIGURES.put("volumes", new PodVolumes());
    FIGURES.put("death", new Death());
    FIGURES.put("end", new PodEnd());
    FIGURES.put("exec", new Exec());
    FIGURES.put("logs", new LogFollowing());
    FIGURES.put("many", new ManyPods());
    FIGURES.put("scrape", new Scrape());
    FIGURES.put("idle", new Idle());
    FIGURES.put("logrotation", new LogRotating());
    FIGURES.put("boot", new AgentStart());
    FIGURES.put("api", new ApiPath());
    FIGURES.put(PEER, new PeerComparison());
  }

  static Options parse(List<String> arguments) {
    Scale scale = Scale.FULL;
    ContainerdGeneration containerd = ContainerdGeneration.TWO;
    boolean footprint = false;
    List<String> names = new ArrayList<>();
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      switch (argument) {
        case "--quick" -> scale = Scale.QUICK;
        case "--footprint" -> footprint = true;
        case "--containerd" -> containerd = generation(rest.hasNext() ? rest.next() : "");
        default -> names.add(known(argument));
      }
    }
    return new Options(scale, containerd, footprint, names);
  }

  private static ContainerdGeneration generation(String text) {
    for (ContainerdGeneration generation : ContainerdGeneration.values()) {
      if (generation.number().equals(text)) {
        return generation;
      }
    }
    throw new IllegalArgumentException("--containerd needs 1 or 2");
  }

  private static String known(String name) {
    if (!FIGURES.containsKey(name)) {
      throw new IllegalArgumentException(
          "unknown: "
              + name
              + " (known: --quick, --footprint, --containerd 1|2, "
              + String.join(", ", FIGURES.keySet())
              + ")");
    }
    return name;
  }

  /** Those named, or all but the comparison unless only the footprint is wanted. */
  List<Figure> figures() {
    return FIGURES.entrySet().stream()
        .filter(entry -> names.isEmpty() ? isUsual(entry.getKey()) : names.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private boolean isUsual(String name) {
    return !footprint && !name.equals(PEER);
  }
}
