package dev.jubelet.edge.linux;

import java.nio.charset.StandardCharsets;

/**
 * A datagram to a unix-domain socket, which the JDK has only for streams. Sending never blocks: a
 * receiver whose queue is full is a failure.
 *
 * <p>Thread: any.
 */
public final class UnixDatagram {
  /** What the kernel takes as an address, without the family. */
  private static final int LONGEST_ADDRESS = 107;

  private UnixDatagram() {}

  /**
   * Sends one datagram.
   *
   * @param address a path, or a name in the abstract space with {@code @} before it
   */
  public static void send(String address, String text) {
    boolean isAbstract = address.startsWith("@");
    String name = isAbstract ? "\0" + address.substring(1) : address;
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    boolean valid = isAbstract || address.startsWith("/");
    if (!valid || bytes.length > LONGEST_ADDRESS) {
      throw new LinuxException(LinuxException.Kind.INVALID, "send to socket " + address);
    }
    int socket = Native.datagramSocket();
    try {
      Native.send(socket, bytes, text.getBytes(StandardCharsets.UTF_8), "send to " + address);
    } finally {
      Native.close(socket);
    }
  }
}
