package dev.jubelet.edge.systemd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.GoDuration;
import dev.jubelet.base.OutageLog;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.linux.PassedDescriptor;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The login manager as the one who announces a shutdown and waits for us: holds a delay lock, hears
 * {@code PrepareForShutdown}, and connects again when the bus goes away. A lock outlives the
 * connection by which it was taken.
 *
 * <p>Thread: {@code logind}, a platform thread, which also calls the listener; {@link #release} and
 * {@link #close} from any. Owns: the connection and the lock.
 */
public final class Logind implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Logind.class);
  private static final Duration RECONNECT = Duration.ofSeconds(1);
  private static final Duration SLOWEST_RECONNECT = Duration.ofMinutes(1);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);

  private final String socket;
  private final InhibitDelay delay;
  private final Consumer<Boolean> preparing;
  private final Timers timers;
  private final OutageLog outage;
  private final Pause pause;
  private boolean wasConnected;

  @GuardedBy("this")
  private @Nullable LoginService service;

  @GuardedBy("this")
  private @Nullable PassedDescriptor lock;

  @GuardedBy("this")
  private @Nullable Thread thread;

  /**
   * Made for a shutdown that needs {@code delay}.
   *
   * @param socket where the bus listens, as of {@link BusAddress}
   * @param preparing is told whether the machine is about to go down, at the beginning and when
   *     that changes; it may call {@link #acquire}
   */
  public Logind(String socket, InhibitDelay delay, Consumer<Boolean> preparing, Timers timers) {
    this.socket = socket;
    this.delay = delay;
    this.preparing = preparing;
    this.timers = timers;
    this.outage = new OutageLog(log, "System bus", socket, timers);
    this.pause = new Pause(timers);
  }

  public synchronized void start() {
    thread = Thread.ofPlatform().daemon().name("logind").start(this::run);
  }

  private void run() {
    Duration wait = RECONNECT;
    while (!pause.isOver()) {
      long begun = timers.nanoTime();
      try (LoginService connected = LoginService.connect(socket, timers)) {
        serve(connected);
      } catch (InhibitDelay.TooShortException | UncheckedIOException e) {
        log.atError()
            .addKeyValue("error", e.getMessage())
            .log("Failed to start node shutdown manager");
        return;
      } catch (BusException e) {
        failed(e, begun);
      } catch (RuntimeException e) {
        log.atError().setCause(e).log("Handling of shutdown announcements failed; reconnecting");
        timers.failedUnexpectedly();
      } finally {
        leave();
      }
      wait = wasConnected ? RECONNECT : wait;
      pause.await(wait);
      wait = wait.multipliedBy(2);
      wait = wait.compareTo(SLOWEST_RECONNECT) > 0 ? SLOWEST_RECONNECT : wait;
    }
  }

  private void failed(BusException e, long begunNanos) {
    if (!pause.isOver()) {
      outage.failed(e.text(), begunNanos);
    }
  }

  private void serve(LoginService connected) {
    if (!enter(connected)) {
      return;
    }
    connected.subscribe();
    delay.ensure(connected, pause);
    lock(connected);
    wasConnected = true;
    outage.answered();
    // It may have been announced, or called off, while nobody listened.
    preparing.accept(connected.isPreparing());
    while (true) {
      preparing.accept(connected.awaitPreparing());
    }
  }

  private synchronized boolean enter(LoginService connected) {
    service = pause.isOver() ? null : connected;
    return service != null;
  }

  private synchronized void leave() {
    service = null;
  }

  /** While the machine goes down there are no new locks; then an old one is kept. */
  private void lock(LoginService connected) {
    try {
      hold(connected.inhibit());
      log.atInfo()
          .addKeyValue("delay", GoDuration.format(delay.needed()))
          .log("Holding a shutdown delay lock of logind");
    } catch (BusException e) {
      if (e.kind() != BusException.Kind.REFUSED || !wasConnected) {
        throw e;
      }
      log.atWarn().addKeyValue("error", e.text()).log("logind gives no new shutdown delay lock");
    }
  }

  /** Takes a new lock; the old one, if any, is given back after that. For the listener only. */
  public void acquire() {
    LoginService connected;
    synchronized (this) {
      connected = service;
    }
    hold(Objects.requireNonNull(connected, "not called by the listener").inhibit());
  }

  private void hold(PassedDescriptor next) {
    PassedDescriptor before;
    synchronized (this) {
      before = lock;
      lock = next;
    }
    if (before != null) {
      before.close();
    }
  }

  /** Lets the machine go down. */
  public synchronized void release() {
    if (lock != null) {
      lock.close();
      lock = null;
    }
  }

  @Override
  public void close() {
    pause.end();
    Thread running;
    synchronized (this) {
      if (service != null) {
        service.end();
      }
      running = thread;
    }
    try {
      if (running != null) {
        running.join(STOP_PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    release();
  }
}
