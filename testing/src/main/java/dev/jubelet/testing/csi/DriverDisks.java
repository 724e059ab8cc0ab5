package dev.jubelet.testing.csi;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.ProcessCommands;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The disks of a driver: a file each, which is a block device of the machine while it is attached,
 * or stays a file where nobody may make devices.
 *
 * <p>Thread: any. Owns: the files and the loop devices over them.
 */
final class DriverDisks {
  private static final long BYTES = 8 << 20;

  private final Path store;
  private final boolean loops;
  private final ProcessCommands commands = new ProcessCommands(Duration.ofMinutes(1));

  @GuardedBy("this")
  private final Map<String, Path> attached = new TreeMap<>();

  DriverDisks(Path store, boolean loops) {
    this.store = store;
    this.loops = loops;
  }

  /** What the disk holds. */
  synchronized Path file(String volume) throws IOException {
    Path file = Files.createDirectories(store).resolve(volume + ".disk");
    if (!Files.exists(file)) {
      try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
        made.setLength(BYTES);
      }
    }
    return file;
  }

  synchronized Path attach(String volume) throws IOException {
    Path known = attached.get(volume);
    if (known != null) {
      return known;
    }
    Path file = file(volume);
    Path device = loops ? Path.of(losetup("-f", "--show", file.toString())) : file;
    attached.put(volume, device);
    return device;
  }

  synchronized void detach(String volume) throws IOException {
    Path device = attached.remove(volume);
    if (device != null && loops) {
      losetup("-d", device.toString());
    }
  }

  synchronized void detachAll() throws IOException {
    for (String volume : List.copyOf(attached.keySet())) {
      detach(volume);
    }
  }

  private String losetup(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("losetup"));
    command.addAll(List.of(arguments));
    HostCommands.Result result = commands.run(command);
    if (!result.succeeded()) {
      throw new IOException(command + " failed: " + result.output());
    }
    return result.output().strip();
  }
}
