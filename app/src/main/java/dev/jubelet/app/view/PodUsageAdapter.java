package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.worker.PodWorkers.Working;
import dev.jubelet.pod.worker.WorkerState;
import dev.jubelet.resource.eviction.pressure.NodeSignal.Starved;
import dev.jubelet.resource.eviction.pressure.PodUsage;
import dev.jubelet.resource.eviction.pressure.PodUsage.ContainerUsage;
import dev.jubelet.resource.eviction.pressure.PodUsage.Figures;
import dev.jubelet.resource.eviction.pressure.PodUsage.Files;
import dev.jubelet.resource.eviction.pressure.PodUsages;
import dev.jubelet.server.stats.PodFigures;
import dev.jubelet.server.stats.PodFigures.Room;
import dev.jubelet.server.stats.PodFigures.Used;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Lets those who choose between pods see what the pages about usage would show of them.
 *
 * <p>Thread: any.
 */
public record PodUsageAdapter(PodPathAssembly path, PodFigures figures) implements PodUsages {

  @Override
  public List<PodUsage> list(Starved starved) {
    Map<String, Used> byUid =
        measure(starved).stream().collect(Collectors.toMap(Used::uid, Function.identity()));
    return path.workers.all().stream()
        .flatMap(working -> running(working).stream())
        .map(
            pod ->
                new PodUsage(
                    pod,
                    Optional.ofNullable(byUid.get(PodUid.of(pod).value()))
                        .map(PodUsageAdapter::figures)))
        .toList();
  }

  private List<Used> measure(Starved starved) {
    return switch (starved) {
      case MEMORY -> figures.memory();
      case PIDS -> figures.processes();
      case DISK, INODES -> figures.disks();
    };
  }

  /** A pod that has ended or is ending cannot free more than it does already. */
  private Optional<Pod> running(Working working) {
    return Optional.ofNullable(working.wanted())
        .filter(pod -> working.state() == WorkerState.SYNCING)
        .filter(pod -> !Phases.isOver(path.statuses.withStatus(pod)));
  }

  private static Figures figures(Used used) {
    return new Figures(
        used.memory(),
        used.processes(),
        files(used.volumes()),
        used.containers().stream()
            .map(
                one ->
                    new ContainerUsage(
                        one.name(), one.memory(), files(one.rootfs()), files(one.logs())))
            .toList());
  }

  private static Files files(Room room) {
    return new Files(room.bytes(), room.inodes());
  }
}
