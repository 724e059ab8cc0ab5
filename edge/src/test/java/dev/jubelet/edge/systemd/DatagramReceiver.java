package dev.jubelet.edge.systemd;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** The other end of a notification, as a service manager has it. */
final class DatagramReceiver implements AutoCloseable {
  private static final short UNIX = 1;
  private static final int DATAGRAM = 2;
  private static final int DO_NOT_WAIT = 0x40;

  private final int socket;

  /** An address with {@code @} before it is abstract. */
  DatagramReceiver(String address) throws Throwable {
    MethodHandle open = link("socket", JAVA_INT, JAVA_INT, JAVA_INT);
    socket = (int) open.invokeExact((int) UNIX, DATAGRAM, 0);
    byte[] name = address.getBytes(StandardCharsets.UTF_8);
    if (name[0] == '@') {
      name[0] = 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment to = arena.allocate(Short.BYTES + name.length);
      to.set(JAVA_SHORT, 0, UNIX);
      MemorySegment.copy(name, 0, to, JAVA_BYTE, Short.BYTES, name.length);
      MethodHandle bind = link("bind", JAVA_INT, ADDRESS, JAVA_INT);
      int bound = (int) bind.invokeExact(socket, to, (int) to.byteSize());
      if (bound != 0) {
        throw new IllegalStateException("cannot bind to " + address);
      }
    }
  }

  /** The next datagram, or nothing when none has come. */
  String receive() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(100);
      MethodHandle recv = link(JAVA_LONG, "recv", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
      long count = (long) recv.invokeExact(socket, text, text.byteSize(), DO_NOT_WAIT);
      return count < 0
          ? ""
          : new String(text.asSlice(0, count).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }
  }

  private static MethodHandle link(String name, ValueLayout... parameters) {
    return link(JAVA_INT, name, parameters);
  }

  @SuppressWarnings("restricted")
  private static MethodHandle link(ValueLayout result, String name, ValueLayout... parameters) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
  }

  @Override
  public void close() throws Exception {
    try {
      int closed = (int) link("close", JAVA_INT).invokeExact(socket);
      if (closed != 0) {
        throw new IllegalStateException("cannot close");
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
