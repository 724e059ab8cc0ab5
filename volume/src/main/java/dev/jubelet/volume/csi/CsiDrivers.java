package dev.jubelet.volume.csi;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.csi.CsiCalls;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.volume.disk.VolumeException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The drivers that have registered here.
 *
 * <p>Thread: any. Owns: their endpoints.
 */
public final class CsiDrivers {
  private final Map<String, Registered> drivers = new ConcurrentHashMap<>();
  private final CsiCalls calls;
  private final Timers timers;

  /** A driver and the highest version that it speaks. */
  record Registered(Path endpoint, CsiVersion version) {}

  public CsiDrivers(CsiCalls calls, Timers timers) {
    this.calls = calls;
    this.timers = timers;
  }

  Optional<Registered> find(String driver) {
    return Optional.ofNullable(drivers.get(driver));
  }

  void put(String driver, Registered registered) {
    drivers.put(driver, registered);
  }

  void remove(String driver) {
    drivers.remove(driver);
  }

  /** A connection for a few calls; close it. Throws {@link VolumeException} for a stranger. */
  CsiNodeClient connect(String driver) {
    return connect(driver, calls);
  }

  /** The same to serve a volume. */
  CsiNodeClient connect(CsiSource source) {
    return connect(source.id().driver(), source.migrated() ? calls.ofOldKind() : calls);
  }

  private CsiNodeClient connect(String driver, CsiCalls told) {
    Registered found = drivers.get(driver);
    if (found == null) {
      throw new VolumeException(
          "driver name %s not found in the list of registered CSI drivers".formatted(driver));
    }
    return new CsiNodeClient(driver, found.endpoint(), told, timers);
  }
}
