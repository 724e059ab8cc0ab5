package dev.jubelet.base;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts parts in the order in which they were added and stops those that started in reverse. A
 * part that fails to stop does not keep the others from stopping.
 *
 * <p>Thread: the one that assembles and ends the process.
 */
public final class Lifecycle implements LifecycleParts, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

  /** Something with a beginning and an end; both may block and may throw. */
  public record Part(String name, Runnable start, Runnable stop) {}

  private final List<Part> parts = new ArrayList<>();
  private final Deque<Part> started = new ArrayDeque<>();

  @Override
  public void add(String name, Runnable start, Runnable stop) {
    parts.add(new Part(name, start, stop));
  }

  /** Starts all parts; when one fails, those before it are stopped and the failure is thrown. */
  public void start() {
    for (Part part : parts) {
      try {
        part.start().run();
        started.push(part);
        log.atDebug().addKeyValue("part", part.name()).log("Started");
      } catch (RuntimeException | Error e) {
        close();
        throw e;
      }
    }
  }

  @Override
  public void close() {
    while (!started.isEmpty()) {
      Part part = started.pop();
      try {
        part.stop().run();
        log.atDebug().addKeyValue("part", part.name()).log("Stopped");
      } catch (RuntimeException e) {
        log.atError().setCause(e).addKeyValue("part", part.name()).log("Failed to stop");
      }
    }
  }
}
