package dev.jubelet.image.collect;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has images collected every five minutes, at first at the start. A pass that fails once is only
 * logged, for a runtime may be late at the start; from the second failure in a row on people are
 * told by an event. With collection off it only notes which images are used.
 *
 * <p>Thread: the lane {@code image-gc}. Owns: whether the last pass failed.
 */
public final class CollectionLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CollectionLoop.class);
  private static final Duration PERIOD = Duration.ofMinutes(5);

  private final ImageCollector collector;
  private final NodeWarnings warnings;
  private final Lane lane;
  private boolean failedBefore;
  private volatile boolean closed;

  public CollectionLoop(ImageCollector collector, Consumer<NodeEvent> events, Timers timers) {
    this.collector = collector;
    this.warnings = new NodeWarnings(timers, events);
    this.lane = new Lane("image-gc", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    try {
      if (collector.settings().isOff()) {
        collector.detect();
      } else {
        collector.collect();
      }
      failedBefore = false;
    } catch (CollectionException e) {
      failed(e);
    }
    return new Lane.Next.After(PERIOD);
  }

  private void failed(CollectionException e) {
    if (closed) {
      return;
    }
    boolean again = failedBefore;
    failedBefore = true;
    if (collector.settings().isOff()) {
      log.atInfo().addKeyValue("error", e.text()).log("Failed to monitor images");
    } else if (again) {
      log.atError()
          .addKeyValue("error", e.text())
          .log("Image garbage collection failed multiple times in a row");
      warnings.tell("ImageGCFailed", e.text());
    } else {
      log.atError()
          .addKeyValue("error", e.text())
          .log(
              "Image garbage collection failed once. Stats initialization may not have completed yet");
    }
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }
}
