package dev.jubelet.edge.systemd;

import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.UnixDatagram;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a service tells the service manager that started it, by the variables it was started with.
 * Without a manager nothing is told, and that is well.
 *
 * <p>Thread: any; immutable.
 */
public final class ServiceNotice {
  private static final String READY = "READY=1";
  private static final String ALIVE = "WATCHDOG=1";

  private final String socket;
  private final String interval;
  private final String watched;

  private ServiceNotice(String socket, String interval, String watched) {
    this.socket = socket;
    this.interval = interval;
    this.watched = watched;
  }

  public static ServiceNotice of(Map<String, String> environment) {
    return new ServiceNotice(
        environment.getOrDefault("NOTIFY_SOCKET", ""),
        environment.getOrDefault("WATCHDOG_USEC", ""),
        environment.getOrDefault("WATCHDOG_PID", ""));
  }

  /** The service has started. Returns why that could not be told. */
  public Optional<String> ready() {
    return tell(READY);
  }

  /** The service is well. Returns why that could not be told. */
  public Optional<String> alive() {
    return tell(ALIVE);
  }

  private Optional<String> tell(String what) {
    if (socket.isEmpty()) {
      return Optional.empty();
    }
    try {
      UnixDatagram.send(socket, what);
      return Optional.empty();
    } catch (LinuxException e) {
      return Optional.of(e.text());
    }
  }

  /**
   * Within what time the manager wants to hear that this process is well; empty when it does not.
   *
   * @throws IllegalArgumentException when the variables make no sense
   */
  public Optional<Duration> watchdog(long ownPid) {
    if (interval.isEmpty()) {
      return Optional.empty();
    }
    long micros = number("WATCHDOG_USEC", interval);
    boolean isMeant = watched.isEmpty() || number("WATCHDOG_PID", watched) == ownPid;
    return isMeant
        ? Optional.of(Duration.ofNanos(Math.multiplyExact(micros, 1000L)))
        : Optional.empty();
  }

  private static long number(String name, String text) {
    if (!text.matches("[1-9][0-9]{0,14}")) {
      throw new IllegalArgumentException(
          "configure watchdog: %s=%s is not a positive number".formatted(name, text));
    }
    return Long.parseLong(text);
  }
}
