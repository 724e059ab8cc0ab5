package dev.jubelet.testing.node;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.time.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The process of a kubelet under test, in its containerd's cgroup.
 *
 * <p>Thread: the test's. Owns: the process.
 */
final class KubeletProcess {
  private static final Duration PATIENCE = Patience.of(Duration.ofSeconds(60));

  private final PrivateContainerd containerd;
  private final TestNodeFiles files;
  private @Nullable Process process;

  KubeletProcess(PrivateContainerd containerd, TestNodeFiles files) {
    this.containerd = containerd;
    this.files = files;
  }

  Process launch(List<String> command, Map<String, String> environment) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(containerd.inItsCgroup(command))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(files.log().toFile()));
      builder.environment().putAll(environment);
      Process started = builder.start();
      process = started;
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a crash would end it: nothing is cleaned up. */
  void kill() {
    end(true);
  }

  void stop() {
    end(false);
  }

  private void end(boolean atOnce) {
    Process running = process;
    if (running == null) {
      return;
    }
    try {
      if (atOnce) {
        running.destroyForcibly();
      } else {
        running.destroy();
      }
      if (!running.waitFor(PATIENCE)) {
        running.destroyForcibly();
        throw new AssertionError("the kubelet did not end; log:\n" + files.logTail());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    process = null;
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  long pid() {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException("the kubelet does not run");
    }
    return running.pid();
  }
}
