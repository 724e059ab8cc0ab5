package dev.jubelet.testing.systemd;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.jubelet.edge.host.CFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * A unix-domain stream socket, and pipes, of which the ends can be passed to the other side.
 *
 * <p>Thread: one reads or accepts, {@link #end} from any. Owns: a descriptor until {@link #close}.
 */
final class PassingSocket implements AutoCloseable {
  private static final CFunction SOCKET = CFunction.of("socket");
  private static final CFunction BIND = CFunction.of("bind");
  private static final CFunction LISTEN = CFunction.of("listen");
  private static final CFunction ACCEPT = CFunction.of("accept");
  private static final CFunction CONNECT = CFunction.of("connect");
  private static final CFunction RECV = CFunction.of("recv");
  private static final CFunction SENDMSG = CFunction.of("sendmsg");
  private static final CFunction PIPE = CFunction.of("pipe2");
  private static final CFunction POLL = CFunction.of("poll");
  private static final CFunction SHUTDOWN = CFunction.of("shutdown");
  private static final CFunction CLOSE = CFunction.of("close");
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int NO_SIGNAL = 0x4000;
  private static final short HANG_UP = 0x10;

  private final int number;

  /** Both ends of a pipe. */
  record Pipe(int readEnd, int writeEnd) {}

  private PassingSocket(int number) {
    this.number = number;
  }

  static PassingSocket listen(Path path) {
    PassingSocket socket = open();
    socket.withAddress(path, BIND);
    check(call((arena, errno) -> LISTEN.call(errno, socket.number, 8, 0)), "listen");
    return socket;
  }

  static PassingSocket connect(Path path) {
    PassingSocket socket = open();
    socket.withAddress(path, CONNECT);
    return socket;
  }

  private static PassingSocket open() {
    return new PassingSocket(
        (int) check(call((arena, errno) -> SOCKET.call(errno, 1, 1 | CLOSE_ON_EXEC, 0)), "socket"));
  }

  private void withAddress(Path path, CFunction function) {
    byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
    check(
        call(
            (arena, errno) -> {
              MemorySegment address = arena.allocate(name.length + 3L, Short.BYTES);
              address.set(JAVA_SHORT, 0, (short) 1);
              MemorySegment.copy(name, 0, address, JAVA_BYTE, Short.BYTES, name.length);
              return function.call(errno, number, address.address(), address.byteSize());
            }),
        "bind or connect " + path);
  }

  /** Negative when the socket was ended. */
  PassingSocket accept() {
    return new PassingSocket(
        (int) check(call((arena, errno) -> ACCEPT.call(errno, number, 0, 0)), "accept"));
  }

  /** The next byte, or nothing at the end. */
  OptionalInt read() {
    byte[] one = new byte[1];
    long got =
        call(
            (arena, errno) -> {
              MemorySegment room = arena.allocate(1);
              long count = RECV.callLong(errno, number, room.address(), 1, 0, 0, 0);
              one[0] = room.get(JAVA_BYTE, 0);
              return count;
            });
    return got == 1 ? OptionalInt.of(Byte.toUnsignedInt(one[0])) : OptionalInt.empty();
  }

  void write(byte[] bytes) {
    write(bytes, OptionalInt.empty());
  }

  /** Sends all bytes, with an open file beside the first. */
  void write(byte[] bytes, OptionalInt passed) {
    check(
        call(
            (arena, errno) ->
                SENDMSG.callLong(
                    errno, number, message(arena, bytes, passed).address(), NO_SIGNAL, 0, 0, 0)),
        "send");
  }

  private static MemorySegment message(Arena arena, byte[] bytes, OptionalInt passed) {
    MemorySegment content = arena.allocateFrom(JAVA_BYTE, bytes);
    MemorySegment vector = arena.allocate(16, Long.BYTES);
    vector.set(JAVA_LONG, 0, content.address());
    vector.set(JAVA_LONG, 8, bytes.length);
    MemorySegment message = arena.allocate(56, Long.BYTES);
    message.set(JAVA_LONG, 16, vector.address());
    message.set(JAVA_LONG, 24, 1);
    if (passed.isPresent()) {
      MemorySegment control = arena.allocate(24, Long.BYTES);
      control.set(JAVA_LONG, 0, 20);
      control.set(JAVA_INT, 8, 1);
      control.set(JAVA_INT, 12, 1);
      control.set(JAVA_INT, 16, passed.getAsInt());
      message.set(JAVA_LONG, 32, control.address());
      message.set(JAVA_LONG, 40, control.byteSize());
    }
    return message;
  }

  static Pipe pipe() {
    int[] ends = new int[2];
    check(
        call(
            (arena, errno) -> {
              MemorySegment room = arena.allocate(8, Integer.BYTES);
              int result = PIPE.call(errno, room.address(), CLOSE_ON_EXEC, 0);
              ends[0] = room.get(JAVA_INT, 0);
              ends[1] = room.get(JAVA_INT, 4);
              return result;
            }),
        "pipe");
    return new Pipe(ends[0], ends[1]);
  }

  /** Whether nobody holds the other end of this pipe any more. */
  static boolean isHungUp(int readEnd) {
    boolean[] hungUp = new boolean[1];
    check(
        call(
            (arena, errno) -> {
              MemorySegment wanted = arena.allocate(8, Integer.BYTES);
              wanted.set(JAVA_INT, 0, readEnd);
              int result = POLL.call(errno, wanted.address(), 1, 0);
              hungUp[0] = (wanted.get(JAVA_SHORT, 6) & HANG_UP) != 0;
              return result;
            }),
        "poll");
    return hungUp[0];
  }

  static void close(int descriptor) {
    check(call((arena, errno) -> CLOSE.call(errno, descriptor, 0, 0)), "close");
  }

  void end() {
    // The other side may have ended it already.
    long _ = call((arena, errno) -> SHUTDOWN.call(errno, number, 2, 0));
  }

  @Override
  public void close() {
    close(number);
  }

  private interface Call {
    long run(Arena arena, MemorySegment errno);
  }

  private static long call(Call call) {
    try (Arena arena = Arena.ofConfined()) {
      return call.run(arena, CFunction.errno(arena));
    }
  }

  private static long check(long result, String what) {
    if (result < 0) {
      throw new IllegalStateException(what + " failed");
    }
    return result;
  }
}
