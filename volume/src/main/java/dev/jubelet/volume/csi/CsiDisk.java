package dev.jubelet.volume.csi;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.PodDirectories;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What stands on disk about CSI volumes, whoever wrote it. Thread: any. */
record CsiDisk(CsiPaths paths) {
  /** A volume that a pod has, or may have. */
  record Published(PodUid pod, String name, VolumeRecord volume) {}

  /** A volume that the node has, or may have. */
  record Staged(StagePlace place, VolumeRecord volume) {}

  List<Published> published() throws IOException {
    List<Published> found = new ArrayList<>();
    for (Path pod : entries(new PodDirectories(paths.root()).all())) {
      for (Path volume : entries(pod.resolve("volumes").resolve(CsiPaths.PLUGIN))) {
        addPublished(pod, volume, volume, found);
      }
      for (Path volume : entries(pod.resolve("volumeDevices").resolve(CsiPaths.PLUGIN))) {
        addPublished(pod, volume, StagePlace.ofDevices(paths, name(volume)).records(), found);
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

  List<Staged> staged() throws IOException {
    List<Staged> found = new ArrayList<>();
    for (Path driver : entries(paths.all())) {
      for (Path volume : entries(driver)) {
        addStaged(StagePlace.ofMounts(volume), found);
      }
    }
    for (Path volume : entries(paths.devices())) {
      addStaged(StagePlace.ofDevices(paths, name(volume)), found);
    }
    return found;
  }

  private static void addStaged(StagePlace place, List<Staged> to) throws IOException {
    place.record().map(read -> new Staged(place, read)).ifPresent(to::add);
  }

  /** A pod other than this that has the volume, or may have it. */
  Optional<PodUid> otherUser(VolumeId volume, PodUid than) throws IOException {
    return published().stream()
        .filter(one -> one.volume().id().equals(volume) && !one.pod().equals(than))
        .map(Published::pod)
        .findFirst();
  }

  boolean isUsed(VolumeId volume) throws IOException {
    return published().stream().anyMatch(one -> one.volume().id().equals(volume));
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static List<Path> entries(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return entries;
  }
}
