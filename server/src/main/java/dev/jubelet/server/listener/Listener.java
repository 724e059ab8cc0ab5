package dev.jubelet.server.listener;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Handler;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One address on which requests are taken.
 *
 * <p>Thread: opened and closed by the owner; accepts on a virtual thread. Owns: the listening
 * socket, its connections and their threads.
 */
public final class Listener implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Listener.class);
  // A connection through TLS holds about 17 KiB when it is idle, up to 60 KiB in the middle of a
  // head. Strangers must leave most of even a small heap alone.
  private static final Connections.Limits LIMITS = new Connections.Limits(1024, 256);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  // How long answers may take to their end when the listener closes, and threads afterwards.
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final Duration END = Duration.ofSeconds(5);
  // What the Go kubelet's listener does to find dead peers: 15 s, then 9 times every 15 s.
  private static final int KEEPALIVE_SECONDS = 15;
  private static final int KEEPALIVE_COUNT = 9;

  private final ServerSocketChannel channel;
  private final int port;
  private final Connection.Service service;
  private final ExecutorService threads;
  private final Thread acceptor;
  private final Semaphore pauseEnd = new Semaphore(0);

  private Listener(ServerSocketChannel channel, int port, Connection.Service service) {
    this.port = port;
    String name = port < 0 ? "local" : Integer.toString(port);
    this.channel = channel;
    this.service = service;
    this.threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("http-" + name + "-", 0).factory());
    this.acceptor = Thread.ofVirtual().name("accept-" + name).unstarted(this::acceptAll);
  }

  /**
   * Listens and answers from now on.
   *
   * @param tls null for requests in the clear
   * @throws ListenException when the address cannot be had
   */
  public static Listener open(
      SocketAddress address, @Nullable TlsLayer tls, Handler handler, Timers timers) {
    return serve(BoundSocket.bind(address), tls, handler, new Strangers(false, () -> {}), timers);
  }

  /**
   * What to make of those who have not said who they are.
   *
   * @param guarded whether the handler says which requests it grants; otherwise all are
   * @param dropped is told of each connection that was cut because there were too many of them
   */
  public record Strangers(boolean guarded, Runnable dropped) {}

  static Listener open(SocketAddress address, Connection.Service service) {
    return serve(BoundSocket.bind(address), service);
  }

  static Listener serve(
      BoundSocket socket,
      @Nullable TlsLayer tls,
      Handler handler,
      Strangers strangers,
      Timers timers) {
    Runnable dropped =
        new DroppedConnections(socket.address().toString(), strangers.dropped(), timers);
    Connections peers = new Connections(LIMITS, dropped);
    return serve(socket, new Connection.Service(tls, handler, timers, strangers.guarded(), peers));
  }

  private static Listener serve(BoundSocket socket, Connection.Service service) {
    Listener listener = new Listener(socket.channel(), socket.port(), service);
    listener.acceptor.start();
    return listener;
  }

  private void acceptAll() {
    try {
      while (channel.isOpen()) {
        acceptOne();
      }
    } catch (InterruptedException e) {
      // Nobody has this thread to interrupt it.
      throw new IllegalStateException("interrupted while accepting", e);
    }
  }

  private void acceptOne() throws InterruptedException {
    try {
      start(channel.accept());
    } catch (ClosedChannelException e) {
      log.atDebug().addKeyValue("port", port).log("Accepts no more connections");
    } catch (IOException e) {
      log.atError().setCause(e).log("Failed to accept a connection");
      pause();
    }
  }

  /** Gives what is missing, say file descriptors, time to come back. */
  private void pause() throws InterruptedException {
    service.timers().after(AFTER_FAILURE, pauseEnd::release);
    pauseEnd.acquire();
  }

  private void start(SocketChannel accepted) throws IOException, InterruptedException {
    Connection connection = new Connection(accepted, service);
    try {
      if (port >= 0) {
        tune(accepted);
      }
    } catch (IOException e) {
      connection.cut();
      throw e;
    }
    if (service.peers().add(connection)) {
      threads.execute(connection);
    } else {
      connection.cut();
    }
  }

  private static void tune(SocketChannel accepted) throws IOException {
    accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
    accepted.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    accepted.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEPALIVE_SECONDS);
    accepted.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEPALIVE_SECONDS);
    accepted.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEPALIVE_COUNT);
  }

  /** The port listened on, chosen by the kernel when none was given; -1 for a unix socket. */
  public int port() {
    return port;
  }

  /**
   * Stops listening and ends all connections: those between two requests at once, those in the
   * middle of an answer after a moment in which it may come to its end.
   */
  @Override
  public void close() {
    try {
      stopAccepting();
      threads.shutdown();
      if (!threads.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        service.peers().cutAll();
        threads.shutdownNow();
        awaitEnd();
      }
    } catch (IOException e) {
      log.atError().setCause(e).log("Failed to close the listening socket");
    } catch (InterruptedException e) {
      service.peers().cutAll();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * An interrupt would be simpler, but a connection accepted at that moment would stay open: the
   * JDK forgets its descriptor.
   */
  private void stopAccepting() throws IOException, InterruptedException {
    channel.close();
    service.peers().close();
    pauseEnd.release();
    acceptor.join(END);
  }

  private void awaitEnd() throws InterruptedException {
    if (!threads.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
      log.atWarn().addKeyValue("port", port).log("Request still running after its listener closed");
    }
  }
}
