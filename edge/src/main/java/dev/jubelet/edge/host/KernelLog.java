package dev.jubelet.edge.host;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the kernel says from now on, line by line.
 *
 * <p>Thread: the daemon {@code kernel-log} waits in the kernel and calls the listener. Owns: the
 * open log.
 */
public final class KernelLog implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KernelLog.class);
  private static final Path DEVICE = Path.of("/dev/kmsg");

  private final Path file;
  private final Consumer<String> lines;
  private @Nullable PolledFile open;

  public KernelLog(Consumer<String> lines) {
    this(DEVICE, lines);
  }

  KernelLog(Path file, Consumer<String> lines) {
    this.file = file;
    this.lines = lines;
  }

  /** Begins, or says in one warning why nothing will be heard. */
  public synchronized void start() {
    try {
      PolledFile opened = PolledFile.openAtEnd(file);
      open = opened;
      Thread.ofPlatform().daemon().name("kernel-log").start(() -> follow(opened));
    } catch (HostException e) {
      log.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("reason", e.getMessage())
          .log("Cannot read the kernel log: kills for want of memory are not reported as events");
    }
  }

  private void follow(PolledFile opened) {
    try {
      while (opened.await()) {
        opened.read().flatMap(KernelLog::text).ifPresent(lines);
      }
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("Reading the kernel log failed; no longer following it");
    } finally {
      closeFile(opened);
    }
  }

  /** Under the lock: a closed descriptor's number may be another file's. */
  private synchronized void closeFile(PolledFile opened) {
    open = null;
    opened.close();
  }

  /** A record is: priority, number, time, flags; text, and then lines of its own about devices. */
  static Optional<String> text(String entry) {
    int start = entry.indexOf(';') + 1;
    int end = entry.indexOf('\n', start);
    return start == 0
        ? Optional.empty()
        : Optional.of(end < 0 ? entry.substring(start) : entry.substring(start, end));
  }

  @Override
  public synchronized void close() {
    if (open != null) {
      open.stop();
      open = null;
    }
  }
}
