package dev.jubelet.server.stats;

import dev.jubelet.server.stats.Subjects.ContainerSubject;
import dev.jubelet.server.stats.Subjects.PodSubject;
import dev.jubelet.server.stats.Subjects.VolumeSubject;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a pod uses of the node's disks: logs, writable layers, volumes, and the sum that counts as
 * its ephemeral storage.
 *
 * @param logs by container name
 * @param volumes in the order of the spec
 */
record PodDisks(
    Map<String, FsStats> logs, Map<VolumeSubject, FsStats> volumes, @Nullable FsStats ephemeral) {

  /** Where the figures come from; without volumes when their period is zero or less. */
  record Source(DiskUsages usages, boolean withVolumes) {

    /** Measures the directories of all these pods together. */
    void prepare(List<PodSubject> pods) {
      usages.prepare(pods.stream().flatMap(this::paths).toList());
    }

    /** Measures their logs only. */
    void prepareLogs(List<PodSubject> pods) {
      usages.prepare(
          pods.stream()
              .flatMap(
                  pod -> pod.containers().stream().map(container -> PodDisks.logs(pod, container)))
              .toList());
    }

    /** Bytes of the logs by container, of a pod whose logs were prepared. */
    Map<String, Long> logs(PodSubject pod) {
      Map<String, Long> sizes = new LinkedHashMap<>();
      for (ContainerSubject container : pod.containers()) {
        usages
            .of(PodDisks.logs(pod, container))
            .map(FsStats::usedBytes)
            .ifPresent(bytes -> sizes.put(container.name(), bytes));
      }
      return sizes;
    }

    /** Measures their volumes only. */
    void prepareVolumes(List<PodSubject> pods) {
      usages.prepare(pods.stream().flatMap(pod -> volumes(pod).values().stream()).toList());
    }

    /** Measures the volumes of claims only. */
    void prepareClaims(List<PodSubject> pods) {
      usages.prepare(pods.stream().flatMap(pod -> claimed(pod).values().stream()).toList());
    }

    /** What is known of the volumes of claims, of a pod whose claims were prepared. */
    Map<String, FsStats> claims(PodSubject pod) {
      Map<String, FsStats> found = new LinkedHashMap<>();
      claimed(pod)
          .forEach((claim, path) -> usages.of(path).ifPresent(stats -> found.put(claim, stats)));
      return found;
    }

    private Map<String, Path> claimed(PodSubject pod) {
      Map<String, Path> found = new LinkedHashMap<>();
      volumes(pod)
          .forEach(
              (volume, path) -> {
                String claim = volume.claim();
                if (claim != null) {
                  found.put(claim, path);
                }
              });
      return found;
    }

    private Stream<Path> paths(PodSubject pod) {
      return Stream.concat(volumes(pod).values().stream(), files(pod));
    }

    /** What the agent and the runtime write for the pod. */
    Stream<Path> files(PodSubject pod) {
      return Stream.concat(
          pod.containers().stream().map(container -> PodDisks.logs(pod, container)),
          Stream.of(pod.logs(), etcHosts(pod)));
    }

    /** Where the volumes are. */
    Map<VolumeSubject, Path> volumes(PodSubject pod) {
      Map<VolumeSubject, Path> found = new LinkedHashMap<>();
      if (withVolumes && !pod.volumes().isEmpty()) {
        List<Path> places = new ArrayList<>(places(pod.directory().resolve("volumes")));
        places.addAll(places(pod.directory().resolve("volumeDevices")));
        for (VolumeSubject volume : pod.volumes()) {
          places.stream()
              .filter(place -> place.endsWith(volume.directory()))
              .forEach(place -> found.put(volume, place));
        }
      }
      return found;
    }

    /**
     * What is below the directories of the kinds. Only their names are read: to look at a volume
     * itself may hang, and who asks here has no thread to lose.
     */
    private static List<Path> places(Path volumes) {
      List<Path> places = new ArrayList<>();
      File[] kinds = volumes.toFile().listFiles();
      for (File kind : kinds == null ? new File[0] : kinds) {
        String[] names = kind.list();
        for (String name : names == null ? new String[0] : names) {
          places.add(kind.toPath().resolve(name));
        }
      }
      return places;
    }

    /**
     * The figures of a pod that was prepared.
     *
     * @param nodeFs the filesystem of the agent's directory
     */
    PodDisks of(PodSubject pod, FsStats nodeFs, RuntimeDisks.View runtime) {
      Map<String, FsStats> logs = new LinkedHashMap<>();
      Map<VolumeSubject, FsStats> volumes = new LinkedHashMap<>();
      List<FsStats> summed = new ArrayList<>();
      for (ContainerSubject container : pod.containers()) {
        usages
            .of(PodDisks.logs(pod, container))
            .ifPresent(found -> logs.put(container.name(), found));
        Optional.ofNullable(runtime.rootfs(container.id())).ifPresent(summed::add);
      }
      volumes(pod)
          .forEach(
              (volume, path) ->
                  usages
                      .of(path)
                      .ifPresent(
                          found -> {
                            volumes.put(volume, found);
                            if (volume.ephemeral()) {
                              summed.add(found);
                            }
                          }));
      usages.of(pod.logs()).ifPresent(summed::add);
      usages.of(etcHosts(pod)).ifPresent(summed::add);
      return new PodDisks(logs, volumes, sum(nodeFs, summed));
    }
  }

  private static Path logs(PodSubject pod, ContainerSubject container) {
    return pod.logs().resolve(container.name());
  }

  private static Path etcHosts(PodSubject pod) {
    return pod.directory().resolve("etc-hosts");
  }

  private static @Nullable FsStats sum(FsStats nodeFs, List<FsStats> parts) {
    if (parts.isEmpty()) {
      return null;
    }
    long bytes = 0;
    long inodes = 0;
    for (FsStats part : parts) {
      bytes += orZero(part.usedBytes());
      inodes += orZero(part.inodesUsed());
    }
    return nodeFs.usedBy(bytes, inodes);
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }
}
