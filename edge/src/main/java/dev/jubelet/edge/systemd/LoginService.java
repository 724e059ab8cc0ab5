package dev.jubelet.edge.systemd;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.linux.PassedDescriptor;
import java.time.Duration;
import java.util.List;

/**
 * The calls of logind, and the one of systemd that lets it read its configuration again.
 *
 * <p>Thread: one platform thread; {@link #end} from any. Owns: a connection to the bus.
 */
final class LoginService implements AutoCloseable {
  private static final String SERVICE = "org.freedesktop.login1";
  private static final String PATH = "/org/freedesktop/login1";
  private static final String FACE = "org.freedesktop.login1.Manager";
  private static final String SIGNAL = "PrepareForShutdown";
  private static final BusRequest.Target LOGIND = new BusRequest.Target(SERVICE, PATH, FACE);
  private static final BusRequest.Target PROPERTIES =
      new BusRequest.Target(SERVICE, PATH, "org.freedesktop.DBus.Properties");
  private static final BusRequest.Target SYSTEMD =
      new BusRequest.Target(
          "org.freedesktop.systemd1",
          "/org/freedesktop/systemd1",
          "org.freedesktop.systemd1.Manager");
  private static final int HANGUP = 1;

  /** With the sender: on the system bus anybody may send a signal of any name. */
  private static final String MATCH =
      "type='signal',sender='%s',path='%s',interface='%s',member='%s'"
          .formatted(SERVICE, PATH, FACE, SIGNAL);

  private final SystemBus bus;

  private LoginService(SystemBus bus) {
    this.bus = bus;
  }

  static LoginService connect(String socket, Timers timers) {
    return new LoginService(SystemBus.connect(socket, timers));
  }

  void subscribe() {
    bus.subscribe(MATCH);
  }

  /** For how long logind lets locks hold up a shutdown. */
  Duration longestDelay() {
    long micros = property("InhibitDelayMaxUSec").variantLong();
    // Larger than any delay is as good as unbounded.
    return micros < 0
        ? Duration.ofSeconds(Long.MAX_VALUE)
        : Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
  }

  /** Whether the machine is about to go down now. */
  boolean isPreparing() {
    return property("PreparingForShutdown").variantFlag();
  }

  private BusMessage property(String name) {
    return bus.call(BusRequest.of(PROPERTIES, "Get", FACE, name)).message();
  }

  /** Takes a lock that holds up a shutdown until it is closed. */
  PassedDescriptor inhibit() {
    BusRequest inhibit =
        BusRequest.of(
            LOGIND,
            "Inhibit",
            "shutdown",
            "kubelet",
            "Kubelet needs time to handle node shutdown",
            "delay");
    return bus.call(inhibit)
        .descriptor()
        .orElseThrow(
            () -> new BusException(BusException.Kind.LOST, "logind answered without a lock"));
  }

  /** Lets logind read its configuration again, which it does some time later. */
  void reload() {
    bus.call(
        new BusRequest(
            SYSTEMD,
            "KillUnit",
            List.of(
                new BusRequest.Argument.Text("systemd-logind.service"),
                new BusRequest.Argument.Text("all"),
                new BusRequest.Argument.Whole(HANGUP))));
  }

  /** Waits for the next announcement: whether the machine goes down, or does not after all. */
  boolean awaitPreparing() {
    BusMessage signal = bus.nextSignal();
    while (!signal.isBroadcast(LOGIND, SIGNAL)) {
      signal = bus.nextSignal();
    }
    return signal.flag();
  }

  void end() {
    bus.end();
  }

  @Override
  public void close() {
    bus.close();
  }
}
