package dev.jubelet.server.listener;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** An address cannot be listened on; the message names it. */
public final class ListenException extends RuntimeException {
  /** What is wrong. */
  public enum Kind {
    IN_USE_OR_NOT_OURS,
    OTHER
  }

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final SocketAddress address;

  public ListenException(SocketAddress address, Throwable cause) {
    super("cannot listen on " + describe(address) + ": " + reason(root(cause)), cause);
    this.address = address;
    this.kind = root(cause) instanceof BindException ? Kind.IN_USE_OR_NOT_OURS : Kind.OTHER;
  }

  public Kind kind() {
    return kind;
  }

  public SocketAddress address() {
    return address;
  }

  private static String describe(SocketAddress address) {
    return address instanceof InetSocketAddress inet
        ? "address " + inet.getHostString() + " port " + inet.getPort()
        : address.toString();
  }

  private static String reason(Throwable root) {
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
