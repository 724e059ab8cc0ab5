package dev.jubelet.server.listener;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Handler;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * An address that is ours, on which nobody is answered yet: clients wait until {@link #serve}.
 *
 * <p>Thread: the owner's. Owns: the listening socket, until a listener has it.
 */
public final class BoundSocket implements AutoCloseable {
  private static final int BACKLOG = 1024;

  private final SocketAddress address;
  private final ServerSocketChannel channel;
  private final int port;

  private BoundSocket(SocketAddress address, ServerSocketChannel channel) throws IOException {
    this.address = address;
    this.channel = channel;
    this.port = channel.getLocalAddress() instanceof InetSocketAddress inet ? inet.getPort() : -1;
  }

  /** Throws {@link ListenException} when the address cannot be had. */
  public static BoundSocket bind(SocketAddress address) {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open(family(address));
      try {
        channel.bind(address, BACKLOG);
        return new BoundSocket(address, channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      throw new ListenException(address, e);
    }
  }

  /** An IPv4 address means IPv4 only, also the unspecified one. */
  private static ProtocolFamily family(SocketAddress address) {
    if (address instanceof InetSocketAddress inet) {
      return inet.getAddress() instanceof Inet4Address
          ? StandardProtocolFamily.INET
          : StandardProtocolFamily.INET6;
    }
    return StandardProtocolFamily.UNIX;
  }

  /**
   * Answers from now on; the socket then ends with the listener.
   *
   * @param tls null for requests in the clear
   */
  public Listener serve(
      @Nullable TlsLayer tls, Handler handler, Listener.Strangers strangers, Timers timers) {
    return Listener.serve(this, tls, handler, strangers, timers);
  }

  SocketAddress address() {
    return address;
  }

  ServerSocketChannel channel() {
    return channel;
  }

  /** The port, chosen by the kernel when none was given; -1 for a unix socket. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new ListenException(address, e);
    }
  }
}
