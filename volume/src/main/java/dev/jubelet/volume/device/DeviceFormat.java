package dev.jubelet.volume.device;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.volume.disk.VolumeException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds out what a device holds, with {@code blkid}. Thread: any; reads the device. */
record DeviceFormat(HostCommands commands) {
  /** How blkid says that it found nothing. */
  private static final int NOTHING = 2;

  /** What stands for data that is no file system, as after partitioning. */
  static final String UNKNOWN = "unknown data, probably partitions";

  /** The file system on the device; empty when it holds nothing that anybody knows. */
  Optional<String> of(Path device) {
    HostCommands.Result found =
        commands.run(
            "blkid", "-p", "-s", "TYPE", "-s", "PTTYPE", "-o", "export", device.toString());
    if (found.status() == NOTHING) {
      return Optional.empty();
    }
    if (!found.succeeded()) {
      throw new VolumeException(
          "could not determine if disk \"%s\" is formatted: blkid ended with %d: %s"
              .formatted(device, found.status(), found.output().strip()));
    }
    Map<String, String> values = values(found.output());
    String type = values.getOrDefault("TYPE", "");
    if (!values.getOrDefault("PTTYPE", "").isEmpty()) {
      return Optional.of(UNKNOWN);
    }
    return type.isEmpty() ? Optional.empty() : Optional.of(type);
  }

  private static Map<String, String> values(String output) {
    Map<String, String> values = new HashMap<>();
    for (String line : output.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1).strip());
      }
    }
    return values;
  }
}
