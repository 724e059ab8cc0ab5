package dev.jubelet.volume.csi.driver;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.csi.CsiCalls;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.volume.disk.VolumeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The drivers that have registered here. One may do so at several sockets, as when it is replaced:
 * the last counts, and when that is gone the one before it.
 *
 * <p>Thread: any. Owns: their endpoints.
 */
public final class CsiDrivers {
  private final Map<String, List<Registered>> drivers = new ConcurrentHashMap<>();
  private final CsiCalls calls;
  private final Timers timers;

  /** A driver and the highest version that it speaks. */
  public record Registered(Path endpoint, CsiVersion version) {}

  public CsiDrivers(CsiCalls calls, Timers timers) {
    this.calls = calls;
    this.timers = timers;
  }

  public Optional<Registered> find(String driver) {
    return Optional.ofNullable(drivers.get(driver)).map(List::getLast);
  }

  public void put(String driver, Registered registered) {
    drivers.merge(driver, List.of(registered), CsiDrivers::joined);
  }

  private static List<Registered> joined(List<Registered> before, List<Registered> more) {
    return Stream.concat(before.stream(), more.stream()).toList();
  }

  /** Takes one registration at that endpoint away. */
  public void remove(String driver, Path endpoint) {
    drivers.computeIfPresent(
        driver,
        (name, before) -> {
          List<Registered> left = new ArrayList<>(before);
          before.reversed().stream()
              .filter(one -> one.endpoint().equals(endpoint))
              .findFirst()
              .ifPresent(left::remove);
          return left.isEmpty() ? null : List.copyOf(left);
        });
  }

  /** A connection for a few calls; close it. Throws {@link VolumeException} for a stranger. */
  public CsiNodeClient connect(String driver) {
    return connect(driver, calls);
  }

  /** The same to serve a volume, which may be migrated. */
  public CsiNodeClient connect(String driver, boolean migrated) {
    return connect(driver, migrated ? calls.ofOldKind() : calls);
  }

  /** The same to one that is about to register. */
  CsiNodeClient connect(String driver, Path endpoint) {
    return new CsiNodeClient(driver, endpoint, calls, timers);
  }

  private CsiNodeClient connect(String driver, CsiCalls listener) {
    Registered found =
        find(driver)
            .orElseThrow(
                () ->
                    new VolumeException(
                        "driver name %s not found in the list of registered CSI drivers"
                            .formatted(driver)));
    return new CsiNodeClient(driver, found.endpoint(), listener, timers);
  }
}
