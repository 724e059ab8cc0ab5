package dev.jubelet.volume.csi.driver;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.edge.plugin.PluginException;
import dev.jubelet.volume.disk.VolumeException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks drivers again how many volumes the node can have, as often as their CSIDriver objects want
 * it, and whenever it turned out to be fewer than they said.
 *
 * <p>Thread: a lane for each driver. Owns: those lanes.
 */
public final class AllocatableUpdates implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AllocatableUpdates.class);

  private final CsiDrivers drivers;
  private final CsiDriverLister spec;
  private final DriverAnnouncer announcer;
  private final Timers timers;
  private final Map<String, Rounds> all = new ConcurrentHashMap<>();
  private volatile boolean closed;

  public AllocatableUpdates(
      CsiDrivers drivers, CsiDriverLister spec, DriverAnnouncer announcer, Timers timers) {
    this.drivers = drivers;
    this.spec = spec;
    this.announcer = announcer;
    this.timers = timers;
  }

  /** The driver has registered, and has just said how many fit. */
  public void registered(String driver) {
    all.computeIfAbsent(driver, Rounds::new).restart();
  }

  /** The CSIDriver objects have changed. */
  public void changed() {
    all.values().forEach(Rounds::wake);
  }

  /** The driver has fewer places left than it said. */
  public void overLimit(String driver) {
    all.computeIfAbsent(driver, Rounds::new).askNow();
  }

  private Optional<Duration> period(String driver) {
    return drivers.find(driver).isEmpty()
        ? Optional.empty()
        : spec.find(driver).flatMap(CsiDriverSpec::allocatableUpdatePeriod);
  }

  private void ask(String driver) {
    try (CsiNodeClient client = drivers.connect(driver)) {
      announcer.announce(driver, client.info());
    } catch (CsiException e) {
      failed(driver, e.text());
    } catch (PluginException e) {
      failed(driver, e.text());
    } catch (VolumeException e) {
      failed(driver, e.text());
    }
  }

  private static void failed(String driver, String why) {
    log.atWarn()
        .addKeyValue("driver", driver)
        .addKeyValue("cause", why)
        .log(
            "Failed to update the allocatable volumes of the driver; retrying with the next"
                + " update");
  }

  @Override
  public void close() {
    closed = true;
    all.values().forEach(Rounds::wake);
  }

  /** Those of one driver. */
  private final class Rounds {
    private final String driver;
    private final Lane lane;
    private volatile boolean now;
    private volatile long askedAt;

    Rounds(String driver) {
      this.driver = driver;
      this.lane = new Lane("csi-allocatable-" + driver, this::step, timers);
    }

    void restart() {
      askedAt = timers.nanoTime();
      lane.wake();
    }

    void askNow() {
      now = true;
      lane.wake();
    }

    void wake() {
      lane.wake();
    }

    private Next step() {
      if (closed) {
        return Next.DONE;
      }
      Optional<Duration> period = period(driver);
      if (period.isEmpty()) {
        now = false;
        return Next.IDLE;
      }
      if (now || timers.nanoTime() - askedAt >= period.get().toNanos()) {
        now = false;
        ask(driver);
        askedAt = timers.nanoTime();
      }
      return new Next.After(period.get().minusNanos(timers.nanoTime() - askedAt));
    }
  }
}
