package dev.jubelet.edge.host;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/**
 * A function of the C library that takes up to six integers or pointers. All of them go through one
 * handle of one type: the JVM makes code for each type anew at every start, some ten milliseconds
 * of it. Integers and pointers have a register each, so that what a function does not take harms
 * nothing, and a narrower parameter is the lower part of its register.
 *
 * <p>Thread: any; the call holds the thread. The caller keeps alive what a pointer points to.
 */
public final class CFunction {
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO_AT =
      STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle CALL = link();

  private final MemorySegment address;

  private CFunction(MemorySegment address) {
    this.address = address;
  }

  public static CFunction of(String name) {
    return new CFunction(LINKER.defaultLookup().findOrThrow(name));
  }

  /** Room for the error number of calls. */
  public static MemorySegment errno(Arena arena) {
    return arena.allocate(STATE);
  }

  /** Why the last call with this room failed. */
  public static int code(MemorySegment errno) {
    return errno.get(JAVA_INT, ERRNO_AT);
  }

  /** Of a function whose result is an int. */
  public int call(MemorySegment errno, long a, long b, long c) {
    return (int) callLong(errno, a, b, c, 0, 0, 0);
  }

  /** The same with more parameters. */
  public int call(MemorySegment errno, long a, long b, long c, long d, long e) {
    return (int) callLong(errno, a, b, c, d, e, 0);
  }

  /** Of a function whose result is a long. */
  public long callLong(MemorySegment errno, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) CALL.invokeExact(address, errno, a, b, c, d, e, f);
    } catch (Throwable failure) {
      // A method handle declares Throwable; the call itself throws nothing.
      throw new IllegalStateException("foreign call failed", failure);
    }
  }

  /** The only restricted call here; the launcher grants it with --enable-native-access. */
  @SuppressWarnings("restricted")
  private static MethodHandle link() {
    return LINKER.downcallHandle(
        FunctionDescriptor.of(
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
        Linker.Option.captureCallState("errno"));
  }
}
