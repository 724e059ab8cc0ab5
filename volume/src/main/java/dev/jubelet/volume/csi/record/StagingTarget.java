package dev.jubelet.volume.csi.record;

import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.PrivateDirectory;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the node has on disk of a volume, whichever pods use it. Thread: any.
 *
 * @param path where the driver stages it
 * @param records the directory of its record
 * @param shown the directory in which pods are shown it as a device
 * @param traces what can be deleted before the record, and in which order
 */
public record StagingTarget(Path path, Path records, Optional<Path> shown, List<Path> traces) {

  /** Of a volume that is mounted into pods. */
  public static StagingTarget ofMounts(Path directory) {
    Path target = directory.resolve("globalmount");
    return new StagingTarget(target, directory, Optional.empty(), List.of(target));
  }

  /** Of a volume that pods get as a device. */
  public static StagingTarget ofDevices(CsiPaths paths, String volume) {
    Path target = paths.devices().resolve("staging").resolve(CsiPaths.directoryName(volume));
    Path shown = paths.globalMapPath(volume);
    return new StagingTarget(
        target,
        paths.devicesOf(volume).resolve("data"),
        Optional.of(shown),
        List.of(target, paths.publishedDevices(volume), shown));
  }

  public Optional<VolumeRecord> record() throws IOException {
    return VolumeRecord.read(records);
  }

  public void writeRecord(VolumeRecord volume) throws IOException {
    PrivateDirectory.create(records);
    volume.write(records);
  }

  /** A mount there that does not answer any more is left to the driver, which can mend it. */
  public void makeTarget() throws IOException {
    try {
      PrivateDirectory.create(path);
    } catch (FileAlreadyExistsException e) {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
    }
  }

  /** Pods that are shown it as a device. */
  public List<Path> shownDevices() throws IOException {
    return shown.isPresent() ? Entries.of(shown.get()) : List.of();
  }

  /** Never what is in a mount: the kernel refuses to delete a directory that is one. */
  public void remove() throws IOException {
    for (Path trace : traces) {
      Files.deleteIfExists(trace);
    }
    VolumeRecord.remove(records);
    Files.deleteIfExists(records);
    if (shown.isPresent()) {
      Files.deleteIfExists(records.resolveSibling(""));
    }
  }
}
