package dev.jubelet.testing.systemd;

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

/**
 * The socket on which a service manager hears its services.
 *
 * <p>Thread: one. Owns: the socket until {@link #close}.
 */
public final class NotifySocket implements AutoCloseable {
  private static final short UNIX = 1;
  private static final int DATAGRAM = 2;
  private static final int DO_NOT_WAIT = 0x40;
  private static final int LONGEST = 100;

  private final int socket;

  /** A call of the C library. */
  private interface Call<T> {
    T run(Arena arena) throws Throwable;
  }

  /** An address with {@code @} before it is abstract. */
  public NotifySocket(String address) {
    socket =
        run(
            arena ->
                (int)
                    link("socket", JAVA_INT, JAVA_INT, JAVA_INT)
                        .invokeExact((int) UNIX, DATAGRAM, 0));
    byte[] name = address.getBytes(StandardCharsets.UTF_8);
    if (name[0] == '@') {
      name[0] = 0;
    }
    int bound =
        run(
            arena -> {
              MemorySegment to = arena.allocate(Short.BYTES + name.length, Short.BYTES);
              to.set(JAVA_SHORT, 0, UNIX);
              MemorySegment.copy(name, 0, to, JAVA_BYTE, Short.BYTES, name.length);
              return (int)
                  link("bind", JAVA_INT, ADDRESS, JAVA_INT)
                      .invokeExact(socket, to, (int) to.byteSize());
            });
    if (bound != 0) {
      throw new IllegalStateException("cannot bind to " + address);
    }
  }

  /** The next datagram, or nothing when none has come. */
  public String receive() {
    return run(
        arena -> {
          MemorySegment text = arena.allocate(LONGEST);
          long count =
              (long)
                  link(JAVA_LONG, "recv", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT)
                      .invokeExact(socket, text, text.byteSize(), DO_NOT_WAIT);
          return count < 0
              ? ""
              : new String(text.asSlice(0, count).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
        });
  }

  private static <T> T run(Call<T> call) {
    try (Arena arena = Arena.ofConfined()) {
      return call.run(arena);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a foreign call failed", e);
    }
  }

  @Override
  public void close() {
    int closed = run(arena -> (int) link("close", JAVA_INT).invokeExact(socket));
    if (closed != 0) {
      throw new IllegalStateException("the socket cannot be closed");
    }
  }

  private static MethodHandle link(String name, ValueLayout... parameters) {
    return link(JAVA_INT, name, parameters);
  }

  /** The only restricted call here; tests are run with --enable-native-access. */
  @SuppressWarnings("restricted")
  private static MethodHandle link(ValueLayout result, String name, ValueLayout... parameters) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
  }
}
