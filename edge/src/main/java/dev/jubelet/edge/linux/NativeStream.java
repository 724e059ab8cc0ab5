package dev.jubelet.edge.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.jubelet.edge.host.CFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of a unix-domain stream that the JDK's channels do not have: with what is received come
 * open files of the sender. Layouts are those of 64-bit Linux.
 */
final class NativeStream {
  private static final CFunction SOCKET = CFunction.of("socket");
  private static final CFunction CONNECT = CFunction.of("connect");
  private static final CFunction SENDTO = CFunction.of("sendto");
  private static final CFunction RECVMSG = CFunction.of("recvmsg");
  private static final CFunction POLL = CFunction.of("poll");
  private static final CFunction SHUTDOWN = CFunction.of("shutdown");

  private static final short UNIX_FAMILY = 1;
  private static final int STREAM_CLOSED_ON_EXEC = 1 | 0x80000;
  private static final int NO_SIGNAL = 0x4000;
  private static final int DESCRIPTORS_CLOSED_ON_EXEC = 0x40000000;
  private static final int BOTH_WAYS = 2;
  private static final short READABLE = 1;
  private static final int EINTR = 4;

  private static final int MESSAGE_BYTES = 56;
  private static final int VECTOR_AT = 16;
  private static final int VECTORS_AT = 24;
  private static final int CONTROL_AT = 32;
  private static final int CONTROL_LENGTH_AT = 40;
  private static final int CONTROL_BYTES = 256;
  private static final int CONTROL_HEADER_BYTES = 16;
  private static final int SOCKET_LEVEL = 1;
  private static final int RIGHTS = 1;

  /** What one call received. */
  record Received(int bytes, List<Integer> descriptors) {}

  private NativeStream() {}

  static int open() {
    return (int)
        run(
            "make a unix socket",
            (arena, errno) -> SOCKET.call(errno, UNIX_FAMILY, STREAM_CLOSED_ON_EXEC, 0));
  }

  /** The address is a path, or a zero byte and a name. */
  static void connect(int socket, byte[] address, String what) {
    run(
        what,
        (arena, errno) -> {
          int length = Short.BYTES + address.length + (address[0] == 0 ? 0 : 1);
          MemorySegment to = arena.allocate(length, Short.BYTES);
          to.set(JAVA_SHORT, 0, UNIX_FAMILY);
          MemorySegment.copy(address, 0, to, JAVA_BYTE, Short.BYTES, address.length);
          return CONNECT.call(errno, socket, to.address(), length);
        });
  }

  /** Returns how many bytes were taken. */
  static int send(int socket, byte[] bytes, int from) {
    return (int)
        run(
            "write to a unix socket",
            (arena, errno) -> {
              int length = bytes.length - from;
              MemorySegment content = arena.allocate(length);
              MemorySegment.copy(bytes, from, content, JAVA_BYTE, 0, length);
              return SENDTO.callLong(errno, socket, content.address(), length, NO_SIGNAL, 0, 0);
            });
  }

  /** Returns whether there is something to receive, or the end, within this time. */
  static boolean awaitReadable(int socket, int millis) {
    return run(
            "wait for a unix socket",
            (arena, errno) -> {
              MemorySegment wanted = arena.allocate(Long.BYTES, Integer.BYTES);
              wanted.set(JAVA_INT, 0, socket);
              wanted.set(JAVA_SHORT, Integer.BYTES, READABLE);
              return POLL.call(errno, wanted.address(), 1, millis);
            })
        > 0;
  }

  /** No bytes mean the end. */
  static Received receive(int socket, byte[] into, int at, int most) {
    List<Integer> descriptors = new ArrayList<>();
    long bytes =
        run(
            "read from a unix socket",
            (arena, errno) -> {
              MemorySegment content = arena.allocate(most);
              MemorySegment message = message(arena, content);
              long count =
                  RECVMSG.callLong(
                      errno, socket, message.address(), DESCRIPTORS_CLOSED_ON_EXEC, 0, 0, 0);
              if (count > 0) {
                MemorySegment.copy(content, JAVA_BYTE, 0, into, at, (int) count);
                addDescriptors(message, descriptors);
              }
              return count;
            });
    return new Received((int) bytes, descriptors);
  }

  private static MemorySegment message(Arena arena, MemorySegment content) {
    MemorySegment vector = arena.allocate(2L * Long.BYTES, Long.BYTES);
    vector.set(JAVA_LONG, 0, content.address());
    vector.set(JAVA_LONG, Long.BYTES, content.byteSize());
    // The control data stands behind the message, so that it can be read through it.
    MemorySegment message = arena.allocate(MESSAGE_BYTES + CONTROL_BYTES, Long.BYTES);
    message.set(JAVA_LONG, VECTOR_AT, vector.address());
    message.set(JAVA_LONG, VECTORS_AT, 1);
    message.set(JAVA_LONG, CONTROL_AT, message.address() + MESSAGE_BYTES);
    message.set(JAVA_LONG, CONTROL_LENGTH_AT, CONTROL_BYTES);
    return message;
  }

  private static void addDescriptors(MemorySegment message, List<Integer> to) {
    long end = MESSAGE_BYTES + message.get(JAVA_LONG, CONTROL_LENGTH_AT);
    long at = MESSAGE_BYTES;
    while (at + CONTROL_HEADER_BYTES <= end) {
      long length = message.get(JAVA_LONG, at);
      if (length < CONTROL_HEADER_BYTES) {
        return;
      }
      boolean passesDescriptors =
          message.get(JAVA_INT, at + 8) == SOCKET_LEVEL && message.get(JAVA_INT, at + 12) == RIGHTS;
      for (long i = at + CONTROL_HEADER_BYTES;
          passesDescriptors && i + Integer.BYTES <= at + length;
          i += Integer.BYTES) {
        to.add(message.get(JAVA_INT, i));
      }
      at += (length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
  }

  /** Ends both directions; who waits for the other side is told of the end. */
  static void shutDown(int socket) {
    run("end a unix socket", (arena, errno) -> SHUTDOWN.call(errno, socket, BOTH_WAYS, 0));
  }

  private interface Call {
    long run(Arena arena, MemorySegment errno);
  }

  private static long run(String what, Call call) {
    while (true) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment errno = CFunction.errno(arena);
        long result = call.run(arena, errno);
        if (result >= 0) {
          return result;
        }
        if (CFunction.code(errno) != EINTR) {
          throw new LinuxException(CFunction.code(errno), what);
        }
      }
    }
  }
}
