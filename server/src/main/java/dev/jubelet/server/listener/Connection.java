package dev.jubelet.server.listener;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Handler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One accepted connection from the handshake to the end.
 *
 * <p>Thread: a virtual one of its own; {@link #cut} from any. Owns: the channel.
 */
final class Connection implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);

  /**
   * What all connections of a listener share.
   *
   * @param guarded whether the handler says which requests it grants; otherwise all are
   */
  record Service(
      @Nullable TlsLayer tls,
      Handler handler,
      Timers timers,
      boolean guarded,
      Connections peers,
      LargeHeads largeHeads) {

    Service(
        @Nullable TlsLayer tls,
        Handler handler,
        Timers timers,
        boolean guarded,
        Connections peers) {
      this(tls, handler, timers, guarded, peers, new LargeHeads());
    }
  }

  private final SocketChannel channel;
  private final Service service;
  private final ConnectionDeadline deadline;
  private volatile boolean authenticated;
  private volatile @Nullable Thread thread;

  Connection(SocketChannel channel, Service service) {
    this.channel = channel;
    this.service = service;
    this.deadline = new ConnectionDeadline(service.timers(), this::cut);
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    try {
      new HttpSession(secure(), this, service).serve();
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("A connection broke");
    } catch (RuntimeException | Error e) {
      log.atError().setCause(e).log("Connection failed unexpectedly");
    } finally {
      deadline.clear();
      cut();
      service.peers().remove(this);
    }
  }

  private Wire secure() throws IOException {
    if (service.tls() == null) {
      return Wire.clear(channel);
    }
    deadline.set(ConnectionDeadline.HANDSHAKE);
    return Wire.secured(service.tls().over(channel.socket()));
  }

  /** Without a port; empty when the other end has none, or is gone. */
  String remoteAddress() {
    try {
      return channel.getRemoteAddress() instanceof InetSocketAddress remote
          ? remote.getAddress().getHostAddress()
          : "";
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("Remote address unknown");
      return "";
    }
  }

  /** The handler answers the request that was read. */
  void granted() {
    service.peers().granted(this);
  }

  /** The handler knows who is at the other end. */
  void authenticated() {
    authenticated = true;
    granted();
  }

  boolean isAuthenticated() {
    return authenticated;
  }

  /** Replaced by each phase of the connection. */
  ConnectionDeadline deadline() {
    return deadline;
  }

  /** Cuts it, and ends what its handler may wait for: who asks, says perhaps a slow server. */
  void drop() {
    cut();
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }

  /** Ends the connection at once, also under its thread; never blocks. */
  void cut() {
    try {
      channel.close();
    } catch (IOException e) {
      log.atDebug().setCause(e).log("A connection failed to close");
    }
  }
}
