package dev.jubelet.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.AtomicFile;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.probe.schedule.ProbeKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which containers were ready and which had started, on disk, so that a restart of the agent
 * changes neither. Written at most once a second. What was read at the start and belongs to a
 * container not seen yet is kept for a while, in case the agent is restarted again.
 *
 * <p>Thread: any; writes on its own lane. Owns: the file.
 */
final class ResultsCheckpoint {
  private static final Logger log = LoggerFactory.getLogger(ResultsCheckpoint.class);
  private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-------");
  private static final Duration BETWEEN_WRITES = Duration.ofSeconds(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
  private static final Duration UNCLAIMED_KEPT = Duration.ofMinutes(10);

  /** The IDs of the containers that are ready, and of those that have started. */
  record Passed(Set<String> ready, Set<String> started) {
    Passed {
      ready = Set.copyOf(ready);
      started = Set.copyOf(started);
    }
  }

  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final Timers timers;
  private final Supplier<Passed> current;
  private final Set<String> unclaimedReady = ConcurrentHashMap.newKeySet();
  private final Set<String> unclaimedStarted = ConcurrentHashMap.newKeySet();
  private final long openedAt;
  private final boolean isNew;
  private final Lane lane;

  @GuardedBy("this")
  private String written = "";

  @GuardedBy("this")
  private boolean closed;

  private volatile boolean dirty;
  private volatile long lastWrite;

  /** Reads the file. */
  ResultsCheckpoint(Path file, Timers timers, Supplier<Passed> current) {
    this.file = file;
    this.timers = timers;
    this.current = current;
    this.openedAt = timers.nanoTime();
    this.lastWrite = openedAt - BETWEEN_WRITES.toNanos();
    this.isNew = !read();
    this.lane = new Lane("probe-checkpoint", this::step, timers);
  }

  /** Whether there was none, so that not being in it means nothing. */
  boolean isNew() {
    return isNew;
  }

  /** Whether this container had passed when the agent ended; answered once for each. */
  boolean claim(ProbeKind kind, String containerId) {
    return switch (kind) {
      case READINESS -> unclaimedReady.remove(containerId);
      case STARTUP -> unclaimedStarted.remove(containerId);
      case LIVENESS -> false;
    };
  }

  /** The results have changed. */
  void changed() {
    dirty = true;
    lane.wake();
  }

  /** Writes what has not been written yet; nothing is written afterwards. */
  synchronized void close() {
    if (dirty) {
      write();
    }
    closed = true;
  }

  private Next step() {
    long rest = lastWrite + BETWEEN_WRITES.toNanos() - timers.nanoTime();
    if (!dirty) {
      return Next.IDLE;
    }
    return rest > 0 ? new Next.After(Duration.ofNanos(rest)) : write();
  }

  private synchronized Next write() {
    dirty = false;
    String content = content().toString();
    if (closed || content.equals(written)) {
      return Next.IDLE;
    }
    lastWrite = timers.nanoTime();
    try {
      AtomicFile.write(file, content.getBytes(StandardCharsets.UTF_8), MODE);
      written = content;
      return Next.IDLE;
    } catch (UncheckedIOException e) {
      dirty = true;
      log.atWarn()
          .setCause(e)
          .addKeyValue("file", file)
          .log("Failed to write the probe results checkpoint");
      return new Next.After(AFTER_FAILURE);
    }
  }

  private ObjectNode content() {
    if (timers.nanoTime() - openedAt > UNCLAIMED_KEPT.toNanos()) {
      unclaimedReady.clear();
      unclaimedStarted.clear();
    }
    Passed passed = current.get();
    ObjectNode content = json.createObjectNode();
    content.put("version", 1);
    add(content, "ready", passed.ready(), unclaimedReady);
    add(content, "started", passed.started(), unclaimedStarted);
    return content;
  }

  private static void add(
      ObjectNode content, String name, Collection<String> now, Collection<String> unclaimed) {
    Set<String> all = new TreeSet<>(now);
    all.addAll(unclaimed);
    all.forEach(content.putArray(name)::add);
  }

  private boolean read() {
    try {
      JsonNode content = json.readTree(Files.readAllBytes(file));
      content.path("ready").forEach(id -> unclaimedReady.add(id.asText()));
      content.path("started").forEach(id -> unclaimedStarted.add(id.asText()));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("file", file)
          .log("Failed to read the probe results checkpoint; containers start not ready");
      return false;
    }
  }
}
