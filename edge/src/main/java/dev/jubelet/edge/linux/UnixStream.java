package dev.jubelet.edge.linux;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A connection to a unix-domain socket through which the other side can pass open files, which the
 * JDK's channels drop. Reading and writing block in the kernel.
 *
 * <p>Thread: one platform thread; {@link #end} from any. Owns: the socket, and files that were
 * passed and not taken yet.
 */
public final class UnixStream implements AutoCloseable {
  /** Waits as long as the connection lives. */
  public static final Duration FOREVER = Duration.ofMillis(-1);

  private static final int LONGEST_ADDRESS = 107;

  private final int socket;
  private final Deque<PassedDescriptor> passed = new ArrayDeque<>();

  @GuardedBy("this")
  private boolean closed;

  private UnixStream(int socket) {
    this.socket = socket;
  }

  /**
   * Connects.
   *
   * @param address a path, or a name in the abstract space with {@code @} before it
   */
  public static UnixStream connect(String address) {
    boolean isAbstract = address.startsWith("@");
    String name = isAbstract ? "\0" + address.substring(1) : address;
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > LONGEST_ADDRESS) {
      throw new LinuxException(LinuxException.Kind.INVALID, "connect to socket " + address);
    }
    UnixStream stream = new UnixStream(NativeStream.open());
    try {
      NativeStream.connect(stream.socket, bytes, "connect to " + address);
      return stream;
    } catch (LinuxException e) {
      stream.close();
      throw e;
    }
  }

  public void write(byte[] bytes) {
    for (int at = 0; at < bytes.length; ) {
      at += NativeStream.send(socket, bytes, at);
    }
  }

  /**
   * Waits for bytes and takes up to {@code most} of them. Returns how many, or -1 at the end of the
   * connection. Throws {@link LinuxException.Kind#LATE} when none come within the patience.
   */
  public int read(byte[] into, int at, int most, Duration patience) {
    if (!NativeStream.awaitReadable(socket, (int) patience.toMillis())) {
      throw new LinuxException(LinuxException.Kind.LATE, "read from a unix socket");
    }
    NativeStream.Received received = NativeStream.receive(socket, into, at, most);
    received.descriptors().forEach(number -> passed.add(new PassedDescriptor(number)));
    return received.bytes() == 0 ? -1 : received.bytes();
  }

  /** The next file that came with what was read. */
  public Optional<PassedDescriptor> takePassed() {
    return Optional.ofNullable(passed.poll());
  }

  /** Lets the reading thread find the end of the connection; it then closes. */
  public synchronized void end() {
    if (!closed) {
      NativeStream.shutDown(socket);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    Native.close(socket);
    passed.forEach(PassedDescriptor::close);
    passed.clear();
  }
}
