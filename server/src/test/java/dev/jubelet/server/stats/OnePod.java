package dev.jubelet.server.stats;

import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.NetworkCounters;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A machine with one pod of one container, all of whose numbers are known. */
final class OnePod implements Subjects {
  static final Instant STARTED = Instant.parse("2026-03-01T10:00:00Z");
  static final String POD = "/kubepods/podu1";
  static final String SANDBOX = POD + "/cri-containerd-sb1.scope";
  static final String CONTAINER = POD + "/cri-containerd-c1.scope";

  final ManualTimers timers = new ManualTimers();
  final FakeCgroups cgroups = new FakeCgroups();
  final Path directory;
  final Measurer measurer;

  OnePod(Path directory) throws IOException {
    this.directory = directory;
    cgroups.usages.put("/", FakeCgroups.usage(90_000_000_000L, 9000, 1000));
    cgroups.usages.put("/kubepods", FakeCgroups.usage(6_000_000_000L, 3000, 500));
    cgroups.usages.put(POD, FakeCgroups.usage(5_000_000_000L, 2000, 500));
    cgroups.usages.put(SANDBOX, FakeCgroups.usage(1_000_000_000L, 100, 0));
    cgroups.usages.put(CONTAINER, FakeCgroups.usage(4_000_000_000L, 1900, 500));
    cgroups.limits.put(CONTAINER, new CgroupLimits(512, 50_000, 100_000, 4000, 0, -1, 10));
    cgroups.processes.put(SANDBOX, List.of(77L));
    for (String pid : List.of("1", "77")) {
      Path dev = directory.resolve("proc").resolve(pid).resolve("net/dev");
      Files.createDirectories(dev.getParent());
      Files.writeString(dev, "eth0: 10 11 12 13 0 0 0 0 20 21 22 23 0 0 0 0\n");
    }
    measurer = new Measurer(this, cgroups, new NetworkCounters(directory.resolve("proc")), timers);
  }

  @Override
  public Machine machine() {
    return new Machine(
        "node1", directory, 10_000, 0, Map.of("pods", "/kubepods"), List.of("/kubepods"));
  }

  @Override
  public List<PodSubject> pods() {
    return List.of(
        new PodSubject(
            "default",
            "web",
            "u1",
            STARTED,
            POD,
            new SandboxSubject("sb1", STARTED),
            List.of(new ContainerSubject("main", "c1", "example/web:1", STARTED.plusSeconds(1))),
            directory.resolve("pods/u1"),
            directory.resolve("logs/web"),
            List.of(
                new VolumeSubject("scratch", "scratch", null, true),
                new VolumeSubject("claimed", "claimed", "claim1", false))));
  }
}
