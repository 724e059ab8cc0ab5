package dev.jubelet.testing.systemd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A login manager that gives out delay locks and announces shutdowns which never come. It stands on
 * a socket of its own, where it plays the bus as well, or on a real bus.
 *
 * <p>Thread: its own, one for each connection; a test calls from another. Owns: the connections and
 * the locks that it gave out.
 */
public final class FakeLogind implements AutoCloseable {
  private final List<LogindConnection> connections = new CopyOnWriteArrayList<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final List<PassingSocket> listeners = new CopyOnWriteArrayList<>();

  @GuardedBy("this")
  private final List<Integer> locks = new ArrayList<>();

  @GuardedBy("this")
  private Duration delay = Duration.ofMinutes(10);

  @GuardedBy("this")
  private Duration delayAfterReload = Duration.ofMinutes(10);

  @GuardedBy("this")
  private boolean refusesLocks;

  @GuardedBy("this")
  private boolean preparing;

  /** Listens on a socket and plays the bus as well. */
  public static FakeLogind listening(Path socket) {
    FakeLogind logind = new FakeLogind();
    logind.listen(socket);
    return logind;
  }

  /** Becomes the login manager, and systemd, of a real bus. */
  public static FakeLogind onBus(Path bus) {
    FakeLogind logind = new FakeLogind();
    LogindConnection connection = new LogindConnection(PassingSocket.connect(bus), logind);
    connection.joinBus();
    logind.serve(connection);
    return logind;
  }

  /** Somebody else on a real bus, who says what only the login manager should. */
  public static FakeLogind strangerOn(Path bus) {
    FakeLogind stranger = new FakeLogind();
    LogindConnection connection = new LogindConnection(PassingSocket.connect(bus), stranger);
    connection.joinBusAsStranger();
    stranger.serve(connection);
    return stranger;
  }

  /** Listens again after {@link #goAway}. */
  public void listen(Path socket) {
    try {
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    PassingSocket listener = PassingSocket.listen(socket);
    listeners.add(listener);
    Thread.ofPlatform().daemon().name("fake-logind").start(() -> accept(listener));
  }

  private void accept(PassingSocket listener) {
    try (listener) {
      while (true) {
        LogindConnection connection = new LogindConnection(listener.accept(), this);
        Thread.ofPlatform().daemon().name("fake-logind-greeting").start(() -> greet(connection));
      }
    } catch (IllegalStateException e) {
      // Ended by goAway.
      listeners.remove(listener);
    }
  }

  private void greet(LogindConnection connection) {
    if (connection.acceptClient()) {
      serve(connection);
    }
  }

  private void serve(LogindConnection connection) {
    connections.add(connection);
    Thread.ofPlatform()
        .daemon()
        .name("fake-logind-connection")
        .start(
            () -> {
              connection.serve();
              connections.remove(connection);
            });
  }

  /** What {@code InhibitDelayMaxUSec} says, before and after a reload. */
  public synchronized FakeLogind delays(Duration now, Duration afterReload) {
    delay = now;
    delayAfterReload = afterReload;
    return this;
  }

  public synchronized void refuseLocks(boolean refuses) {
    refusesLocks = refuses;
  }

  /** Tells all who listen that the machine is about to go down, or is not after all. */
  public void prepareForShutdown(boolean goesDown) {
    synchronized (this) {
      preparing = goesDown;
    }
    connections.forEach(connection -> connection.prepareForShutdown(goesDown));
  }

  /** The same, to one by its address, as anybody on a bus can do. */
  public void prepareForShutdown(boolean goesDown, String destination) {
    connections.forEach(connection -> connection.prepareForShutdown(goesDown, destination));
  }

  /** The calls so far, with their texts. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** How many of its locks are held. */
  public synchronized int heldLocks() {
    locks.removeIf(
        readEnd -> {
          boolean released = PassingSocket.isHungUp(readEnd);
          if (released) {
            PassingSocket.close(readEnd);
          }
          return released;
        });
    return locks.size();
  }

  /** Ends all connections and listens no more; locks stay, as they do when a bus goes away. */
  public void goAway() {
    listeners.forEach(PassingSocket::end);
    connections.forEach(LogindConnection::end);
    connections.clear();
  }

  @Override
  public void close() {
    goAway();
    synchronized (this) {
      locks.forEach(PassingSocket::close);
      locks.clear();
    }
  }

  /** Looks again and again, a test's patience long. */
  public static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("never happened: " + what);
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  void called(DbusFrame call) {
    calls.add(call.text(DbusFrame.MEMBER) + call.texts());
  }

  synchronized boolean givesLocks() {
    return !refusesLocks;
  }

  /** Returns the end to pass. */
  synchronized int newLock() {
    PassingSocket.Pipe pipe = PassingSocket.pipe();
    locks.add(pipe.readEnd());
    return pipe.writeEnd();
  }

  synchronized void reload() {
    delay = delayAfterReload;
  }

  /** A property as a variant. */
  synchronized byte[] property(String name) {
    ByteBuffer body = DbusFrame.buffer();
    if (name.equals("PreparingForShutdown")) {
      body.put((byte) 1).put((byte) 'b').put((byte) 0);
      DbusFrame.pad(body, 4);
      body.putInt(preparing ? 1 : 0);
    } else {
      body.put((byte) 1).put((byte) 't').put((byte) 0);
      DbusFrame.pad(body, 8);
      body.putLong(delay.toNanos() / 1000);
    }
    byte[] bytes = new byte[body.position()];
    body.flip().get(bytes);
    return bytes;
  }
}
