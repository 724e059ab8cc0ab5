package dev.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
final class StartFilesTest {
  /** A file system of the kernel's own never has room. */
  private static final Path NO_ROOM = Path.of("/proc/none");

  private final ManualTimers timers = new ManualTimers();
  private final StartFiles files = new StartFiles(timers);
  private final AtomicInteger tries = new AtomicInteger();

  @AfterEach
  void close() {
    files.close();
  }

  @Test
  void withoutRoomItIsTriedUntilItSucceeds() {
    files.make("a directory", NO_ROOM, () -> failUntil(3));
    awaitRetry(2);
    timers.advance(Duration.ofSeconds(10));
    while (tries.get() < 3) {
      Thread.onSpinWait();
    }
    timers.advance(Duration.ofMinutes(1));
    assertThat(tries).hasValue(3);
  }

  @Test
  void whatFailsForAnotherReasonKeepsTheAgentFromStarting(@TempDir Path roomy) {
    assertThatThrownBy(() -> files.make("a directory", roomy, () -> failUntil(2)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot make it");
    assertThat(timers.pending()).isZero();
  }

  private void awaitRetry(int many) {
    while (tries.get() < many || timers.pending() == 0) {
      Thread.onSpinWait();
    }
  }

  private void failUntil(int last) {
    if (tries.incrementAndGet() < last) {
      throw new UncheckedIOException("cannot make it", new IOException("no space"));
    }
  }
}
