package dev.jubelet.volume.csi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/**
 * What the node has on disk of a volume, whichever pods use it. Thread: any.
 *
 * @param target where the driver stages it
 * @param records the directory of its record
 * @param traces all of it, in the order in which it can be deleted
 */
record StagePlace(Path target, Path records, List<Path> traces) {

  /** Of a volume that is mounted into pods. */
  static StagePlace ofMounts(Path directory) {
    Path target = directory.resolve("globalmount");
    return new StagePlace(
        target, directory, List.of(target, directory.resolve(CsiPaths.RECORD), directory));
  }

  /** Of a volume that pods get as a device. */
  static StagePlace ofDevices(CsiPaths paths, String volume) {
    Path target = paths.devices().resolve("staging").resolve(CsiPaths.directoryName(volume));
    Path own = paths.devicesOf(volume);
    Path records = own.resolve("data");
    return new StagePlace(
        target,
        records,
        List.of(
            target,
            paths.publishedDevices(volume),
            own.resolve("dev"),
            records.resolve(CsiPaths.RECORD),
            records,
            own));
  }

  Optional<VolumeRecord> record() throws IOException {
    return VolumeRecord.read(records);
  }

  void writeDown(VolumeRecord volume) throws IOException {
    makeDirectory(records);
    volume.write(records);
  }

  void makeTarget() throws IOException {
    makeDirectory(target);
  }

  static void makeDirectory(Path directory) throws IOException {
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
  }

  /** Never what is in a mount: the kernel refuses to delete a directory that is one. */
  void remove() throws IOException {
    for (Path trace : traces) {
      Files.deleteIfExists(trace);
    }
  }
}
