package dev.jubelet.volume.csi.record;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.PodDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What stands on disk about CSI volumes, whoever wrote it. Thread: any. */
public record CsiVolumesOnDisk(CsiPaths paths) {
  /** A volume that a pod has, or may have. */
  public record Published(PodUid pod, String name, VolumeRecord volume) {}

  /** A volume that the node has, or may have. */
  public record Staged(StagingTarget place, VolumeRecord volume) {}

  public List<Published> published() throws IOException {
    List<Published> found = new ArrayList<>();
    for (Path pod : Entries.of(new PodDirectories(paths.root()).all())) {
      for (Path volume : Entries.of(pod.resolve("volumes").resolve(CsiPaths.PLUGIN))) {
        addPublished(pod, volume, volume, found);
      }
      for (Path volume : Entries.of(pod.resolve("volumeDevices").resolve(CsiPaths.PLUGIN))) {
        addPublished(pod, volume, StagingTarget.ofDevices(paths, name(volume)).records(), found);
      }
    }
    return found;
  }

  private static void addPublished(Path pod, Path volume, Path records, List<Published> to)
      throws IOException {
    VolumeRecord.read(records)
        .map(read -> new Published(new PodUid(name(pod)), name(volume), read))
        .ifPresent(to::add);
  }

  public List<Staged> staged() throws IOException {
    List<Staged> found = new ArrayList<>();
    for (Path driver : Entries.of(paths.all())) {
      for (Path volume : Entries.of(driver)) {
        addStaged(StagingTarget.ofMounts(volume), found);
      }
    }
    for (Path volume : Entries.of(paths.devices())) {
      addStaged(StagingTarget.ofDevices(paths, name(volume)), found);
    }
    return found;
  }

  private static void addStaged(StagingTarget place, List<Staged> to) throws IOException {
    place.record().map(read -> new Staged(place, read)).ifPresent(to::add);
  }

  /** A pod other than this that has the volume, or may have it. */
  public Optional<PodUid> otherUser(VolumeId volume, PodUid than) throws IOException {
    return published().stream()
        .filter(one -> one.volume().id().equals(volume) && !one.pod().equals(than))
        .map(Published::pod)
        .findFirst();
  }

  public boolean isUsed(VolumeId volume) throws IOException {
    return published().stream().anyMatch(one -> one.volume().id().equals(volume));
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
