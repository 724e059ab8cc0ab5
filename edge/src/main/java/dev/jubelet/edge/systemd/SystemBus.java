package dev.jubelet.edge.systemd;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.PassedDescriptor;
import dev.jubelet.edge.linux.UnixStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A connection to the machine's message bus. Calls wait for their answer; signals that come
 * meanwhile wait for {@link #nextSignal}.
 *
 * <p>Thread: one platform thread; {@link #end} from any. Owns: the connection.
 */
final class SystemBus implements AutoCloseable {
  private static final BusRequest.Target BUS =
      new BusRequest.Target(
          "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus");
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int LONGEST_LINE = 512;

  private final UnixStream stream;
  private final Timers timers;
  private final Deque<BusMessage> signals = new ArrayDeque<>();
  private int lastSerial;

  /** An answer with the open file that came with it. */
  record Answer(BusMessage message, Optional<PassedDescriptor> descriptor) {}

  private SystemBus(UnixStream stream, Timers timers) {
    this.stream = stream;
    this.timers = timers;
  }

  /** Connects to a socket, by its path or {@code @} and its name, and introduces itself. */
  static SystemBus connect(String socket, Timers timers) {
    UnixStream stream;
    try {
      stream = UnixStream.connect(socket);
    } catch (LinuxException e) {
      throw new BusException(BusException.Kind.UNREACHABLE, e.text(), e);
    }
    SystemBus bus = new SystemBus(stream, timers);
    try {
      bus.authenticate();
      bus.call(BusRequest.of(BUS, "Hello"));
      return bus;
    } catch (BusException e) {
      bus.close();
      throw e;
    }
  }

  private void authenticate() {
    String uid = HexFormat.of().formatHex(ownUid().getBytes(StandardCharsets.US_ASCII));
    say("\0AUTH EXTERNAL " + uid);
    expect("OK ");
    say("NEGOTIATE_UNIX_FD");
    expect("AGREE_UNIX_FD");
    say("BEGIN");
  }

  private static String ownUid() {
    try {
      return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void say(String line) {
    write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  private void expect(String start) {
    StringBuilder line = new StringBuilder();
    long deadline = timers.nanoTime() + PATIENCE.toNanos();
    while (line.length() < LONGEST_LINE) {
      char c = (char) read(1, deadline)[0];
      if (c == '\n') {
        break;
      }
      line.append(c);
    }
    String answer = line.toString().strip();
    if (!answer.startsWith(start.strip())) {
      throw new BusException(BusException.Kind.UNREACHABLE, "the bus refuses us: " + answer);
    }
  }

  /** Asks for broadcast signals; the rule is in D-Bus's form. */
  void subscribe(String rule) {
    call(BusRequest.of(BUS, "AddMatch", rule));
  }

  /** Waits for the answer; an error is a {@link BusException.Kind#REFUSED}. */
  Answer call(BusRequest request) {
    int serial = ++lastSerial;
    write(request.bytes(serial));
    long deadline = timers.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Answer got = receive(deadline);
      BusMessage message = got.message();
      if (message.replySerial() != serial) {
        keep(got);
      } else if (message.kind() == BusMessage.Kind.ERROR) {
        throw new BusException(BusException.Kind.REFUSED, request.name() + ": " + message.error());
      } else {
        return got;
      }
    }
  }

  /** Waits as long as the connection lives. */
  BusMessage nextSignal() {
    while (signals.isEmpty()) {
      keep(receive(Long.MAX_VALUE));
    }
    return signals.remove();
  }

  private void keep(Answer got) {
    got.descriptor().ifPresent(PassedDescriptor::close);
    if (got.message().kind() == BusMessage.Kind.SIGNAL) {
      signals.add(got.message());
    }
  }

  private Answer receive(long deadlineNanos) {
    byte[] fixed = read(BusMessage.FIXED_BYTES, deadlineNanos);
    BusMessage message = BusMessage.parse(fixed, read(BusMessage.rest(fixed), deadlineNanos));
    Optional<PassedDescriptor> first = Optional.empty();
    for (int i = 0; i < message.descriptors(); i++) {
      Optional<PassedDescriptor> passed = stream.takePassed();
      if (i == 0) {
        first = passed;
      } else {
        passed.ifPresent(PassedDescriptor::close);
      }
    }
    return new Answer(message, first);
  }

  private void write(byte[] bytes) {
    try {
      stream.write(bytes);
    } catch (LinuxException e) {
      throw new BusException(BusException.Kind.LOST, e.text(), e);
    }
  }

  private byte[] read(int count, long deadlineNanos) {
    byte[] bytes = new byte[count];
    for (int at = 0; at < count; ) {
      int got = read(bytes, at, patience(deadlineNanos));
      if (got < 0) {
        throw new BusException(BusException.Kind.LOST, "the bus closed the connection");
      }
      at += got;
    }
    return bytes;
  }

  private int read(byte[] into, int at, Duration patience) {
    try {
      return stream.read(into, at, into.length - at, patience);
    } catch (LinuxException e) {
      throw e.kind() == LinuxException.Kind.LATE
          ? new BusException(
              BusException.Kind.LATE, "no answer within " + PATIENCE.toSeconds() + " s", e)
          : new BusException(BusException.Kind.LOST, e.text(), e);
    }
  }

  private Duration patience(long deadlineNanos) {
    if (deadlineNanos == Long.MAX_VALUE) {
      return UnixStream.FOREVER;
    }
    return Duration.ofNanos(Math.max(0, deadlineNanos - timers.nanoTime()));
  }

  /** Lets the thread that waits here find the end of the connection. */
  void end() {
    stream.end();
  }

  @Override
  public void close() {
    stream.close();
  }
}
