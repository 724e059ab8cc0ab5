package dev.jubelet.server.podresources;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.unix.DeferredServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The pod resources API on its socket. The modes of the directory and of the socket are the access
 * control: only the agent's user, and who is given the directory, gets in.
 *
 * <p>Thread: started and closed by the process's life cycle. Owns: the socket.
 */
public final class PodResourcesServer implements AutoCloseable {
  private static final String SOCKET = "kubelet.sock";

  private final Path directory;
  private final KnownPods pods;
  private final PodResourcesMeter meter;
  private final Timers timers;

  @GuardedBy("this")
  private @Nullable DeferredServer server;

  public PodResourcesServer(
      Path directory, KnownPods pods, PodResourcesMeter meter, Timers timers) {
    this.directory = directory;
    this.pods = pods;
    this.meter = meter;
    this.timers = timers;
  }

  /**
   * Makes the directory and listens.
   *
   * @throws UncheckedIOException naming the file that cannot be had
   */
  public synchronized void start() {
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the directory " + directory, e);
    }
    server =
        DeferredServer.open(
            directory.resolve(SOCKET),
            PosixFilePermissions.fromString("rwxr-xr-x"),
            "pod-resources",
            () -> new PodResourcesServices(pods, meter, timers).all());
  }

  @Override
  public synchronized void close() {
    if (server != null) {
      server.close();
      server = null;
    }
  }
}
