package dev.jubelet.volume.device;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Keeps devices that pods have open, each by a loop device over it. The kernel could otherwise give
 * the numbers of a disk that went away to the next one, and a container that starts again would get
 * that.
 *
 * <p>Thread: any; the programs take a moment. Owns: loop devices; which these are the kernel knows.
 *
 * @param sys where the kernel shows devices, {@code /sys}
 */
public record LoopDevices(Path sys, HostCommands commands) {
  private static final String PROGRAM = "losetup";
  private static final String DELETED = "(deleted)";

  /** Holds what the path leads to, unless that is done. */
  public void attach(Path device) throws IOException {
    if (over(device).isEmpty()) {
      run(PROGRAM, "-f", device.toString());
    }
  }

  public void detach(Path device) throws IOException {
    for (String loop : over(device)) {
      run(PROGRAM, "-d", loop);
    }
  }

  private void run(String... command) {
    HostCommands.Result result;
    try {
      result = commands.run(command);
    } catch (HostException e) {
      throw new VolumeException(
          "cannot run losetup, which holds block volumes open: is util-linux installed? "
              + e.getMessage());
    }
    if (!result.succeeded()) {
      throw new VolumeException(
          "%s failed: %s".formatted(String.join(" ", command), result.output().strip()));
    }
  }

  private List<String> over(Path device) throws IOException {
    return Entries.of(sys.resolve("block")).stream()
        .filter(disk -> file(disk).equals(device.toString()))
        .map(loop -> "/dev/" + loop.getFileName())
        .toList();
  }

  /** What a loop device is over; empty when it is over nothing. */
  private static String file(Path loop) {
    try {
      String file = Files.readString(loop.resolve("loop/backing_file")).strip();
      return file.endsWith(DELETED)
          ? file.substring(0, file.length() - DELETED.length()).strip()
          : file;
    } catch (IOException e) {
      // It is free, or became so just now.
      return "";
    }
  }
}
