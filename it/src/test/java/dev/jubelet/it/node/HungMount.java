package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A FUSE server that never says anything, as an NFS server that is gone: whoever looks at the mount
 * waits for it.
 *
 * <p>Thread: the test's. Owns: the server and the mount, until {@link #letGo}.
 */
public final class HungMount implements AutoCloseable {
  private final Path place;
  private final Process server;

  public HungMount(Path place) {
    this.place = place;
    try {
      server =
          new ProcessBuilder(
                  "bash",
                  "-c",
                  "exec 5<>/dev/fuse; mount -i -t fuse -o"
                      + " fd=5,rootmode=40000,user_id=0,group_id=0 hung \"$0\" && echo hung; read",
                  place.toString())
              .redirectErrorStream(true)
              .start();
      assertThat(server.inputReader().readLine()).isEqualTo("hung");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whoever waits gets an error, and the directory is one like any other. May be called again. */
  public void letGo() {
    try {
      server.destroyForcibly().waitFor();
      new ProcessBuilder("umount", "-l", place.toString()).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + place + " is unmounted", e);
    }
  }

  @Override
  public void close() {
    letGo();
  }
}
