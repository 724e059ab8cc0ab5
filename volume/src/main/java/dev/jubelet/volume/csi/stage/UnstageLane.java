package dev.jubelet.volume.csi.stage;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unstages the volumes of one driver, again and again with growing pauses while that fails. A
 * driver that does not answer holds up its own volumes only.
 *
 * <p>Thread: a lane of its own. Owns: the next pause.
 */
final class UnstageLane {
  private static final Logger log = LoggerFactory.getLogger(UnstageLane.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(122);

  private final String driver;
  private final VolumeStager staging;
  private final Lane lane;
  private Duration wait = FIRST_WAIT;

  UnstageLane(String driver, VolumeStager staging, Timers timers) {
    this.driver = driver;
    this.staging = staging;
    this.lane = new Lane("unstage-" + driver, this::step, timers);
  }

  void wake() {
    lane.wake();
  }

  private Next step() {
    if (swept()) {
      wait = FIRST_WAIT;
      return Next.IDLE;
    }
    Duration pause = wait;
    Duration twice = wait.multipliedBy(2);
    wait = twice.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : twice;
    return new Next.After(pause);
  }

  private boolean swept() {
    try {
      return staging.sweep(driver);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("driver", driver)
          .addKeyValue("cause", e.toString())
          .log("Failed to list staged volumes; retrying");
      return false;
    }
  }
}
