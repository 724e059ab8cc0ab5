package dev.jubelet.resource.eviction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.pod.spec.Quantities;
import dev.jubelet.resource.NodeAllocatable;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether the disk with the agent's directory has less left than its hard thresholds. Once it had,
 * it counts as short until it has had enough for a while, so that the node does not flap.
 *
 * <p>Thread: any. Owns: when it was last short.
 */
public final class DiskPressure {
  private static final String AVAILABLE = "nodefs.available";
  private static final String INODES_FREE = "nodefs.inodesFree";

  private final Supplier<Optional<Filesystem>> disk;
  private final Map<String, String> hardThresholds;
  private final Duration transition;
  private final Timers timers;

  @GuardedBy("this")
  private boolean pressed;

  @GuardedBy("this")
  private long lastShortNanos;

  /**
   * @param hardThresholds amounts or percentages by eviction signal
   * @param transition how long the disk has to have enough again
   */
  public DiskPressure(
      Supplier<Optional<Filesystem>> disk,
      Map<String, String> hardThresholds,
      Duration transition,
      Timers timers) {
    this.disk = disk;
    this.hardThresholds = Map.copyOf(hardThresholds);
    this.transition = transition;
    this.timers = timers;
  }

  /** Looks at the disk now; one that cannot be looked at is not short. */
  public synchronized boolean isPressed() {
    long now = timers.nanoTime();
    if (disk.get().filter(this::isShort).isPresent()) {
      pressed = true;
      lastShortNanos = now;
    } else if (pressed && now - lastShortNanos >= transition.toNanos()) {
      pressed = false;
    }
    return pressed;
  }

  private boolean isShort(Filesystem now) {
    return isBelow(AVAILABLE, now.availableBytes(), now.capacityBytes())
        || (now.inodes() > 0 && isBelow(INODES_FREE, now.inodesFree(), now.inodes()));
  }

  private boolean isBelow(String signal, long left, long capacity) {
    String threshold = hardThresholds.get(signal);
    return threshold != null
        && BigDecimal.valueOf(left)
                .compareTo(
                    Quantities.amount(
                        NodeAllocatable.threshold(threshold, Quantities.ofBytes(capacity))))
            < 0;
  }
}
