package dev.jubelet.testing.systemd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * A message bus of the test's own: Debian's dbus-daemon, where everybody may do everything.
 *
 * <p>Thread: the test's. Owns: the process.
 */
public final class PrivateBus implements AutoCloseable {
  private static final String PROGRAM = "dbus-daemon";
  private final Path socket;
  private final Process process;

  private PrivateBus(Path socket, Process process) {
    this.socket = socket;
    this.process = process;
  }

  /** Whether this machine has the program. */
  public static boolean isPossible() {
    return Arrays.stream(System.getenv("PATH").split(":", -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, PROGRAM)));
  }

  /** Starts it with its files in this directory, and returns when it listens. */
  public static PrivateBus start(Path directory) {
    Path socket = directory.resolve("system_bus");
    Path configuration = directory.resolve("bus.conf");
    try {
      Files.writeString(configuration, configuration(socket));
      Process process =
          new ProcessBuilder(PROGRAM, "--nofork", "--config-file=" + configuration)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("bus.log").toFile())
              .start();
      FakeLogind.await("the bus listens", () -> Files.exists(socket));
      return new PrivateBus(socket, process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String configuration(Path socket) {
    return """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <listen>unix:path=%s</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_destination="*" eavesdrop="true"/>
            <allow receive_sender="*"/>
          </policy>
        </busconfig>
        """
        .formatted(socket);
  }

  public Path socket() {
    return socket;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(Duration.ofSeconds(10))) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
