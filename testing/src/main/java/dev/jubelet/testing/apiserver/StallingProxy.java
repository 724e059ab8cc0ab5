package dev.jubelet.testing.apiserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Passes bytes on to a server until it is told otherwise: it can stall its connections without
 * closing them, as a dead balancer does, cut them, delay every part, or end one answer too early.
 *
 * <p>Thread: any; two virtual threads for each connection. Owns: the port and all connections.
 */
public final class StallingProxy implements AutoCloseable {
  private final int serverPort;
  private final ServerSocket listener;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile boolean refusing;
  private volatile long delayMillis;
  private volatile long answerBytes = Long.MAX_VALUE;

  /** In front of the server that listens on that port of loopback. */
  public StallingProxy(int serverPort) {
    this.serverPort = serverPort;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("proxy-accept").start(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** How many connections there have been. */
  public int accepted() {
    return accepted.get();
  }

  /** How many of that many first connections are still open. */
  public long openOf(int first) {
    return links.stream().filter(link -> link.number <= first).count();
  }

  /** From now on the connections that are open pass nothing on; new ones work. */
  public void stall() {
    links.forEach(Link::stall);
  }

  /** The same for that one alone; they are counted from one, in the order of their coming. */
  public void stall(int number) {
    links.stream().filter(link -> link.number == number).forEach(Link::stall);
  }

  /** Resets every open connection. */
  public void cut() {
    links.forEach(Link::close);
  }

  /** Whether new connections are closed at once, as if nobody were there. */
  public void refuse(boolean refuse) {
    refusing = refuse;
  }

  /** Holds back every part of every direction for that long. */
  public void delay(long millis) {
    delayMillis = millis;
  }

  /** Connections made from now on are closed after that many bytes from the server. */
  public void truncateAnswersAfter(long bytes) {
    answerBytes = bytes;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        // Either the listener was closed, which ends the loop, or the client is gone again.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    int number = accepted.incrementAndGet();
    if (refusing) {
      client.close();
      return;
    }
    Socket upstream;
    try {
      upstream = new Socket(InetAddress.getLoopbackAddress(), serverPort);
    } catch (IOException e) {
      // The server is away, which the client sees by the end of its connection.
      client.close();
      return;
    }
    Link link = new Link(number, client, upstream);
    links.add(link);
    long limit = answerBytes;
    Thread.ofVirtual().name("proxy-up").start(() -> link.pump(client, upstream, Long.MAX_VALUE));
    Thread.ofVirtual().name("proxy-down").start(() -> link.pump(upstream, client, limit));
  }

  @Override
  public void close() {
    closeQuietly(listener);
    cut();
  }

  private static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      throw new IllegalStateException("a socket does not close", e);
    }
  }

  /** One connection and its continuation. */
  private final class Link {
    private final int number;
    private final Socket client;
    private final Socket upstream;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private boolean stalled;
    private boolean closed;

    Link(int number, Socket client, Socket upstream) {
      this.number = number;
      this.client = client;
      this.upstream = upstream;
    }

    void stall() {
      lock.lock();
      try {
        stalled = true;
      } finally {
        lock.unlock();
      }
    }

    void close() {
      lock.lock();
      try {
        closed = true;
        released.signalAll();
      } finally {
        lock.unlock();
      }
      links.remove(this);
      closeQuietly(client);
      closeQuietly(upstream);
    }

    void pump(Socket from, Socket to, long limit) {
      byte[] buffer = new byte[16 << 10];
      long left = limit;
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int n = in.read(buffer); n >= 0 && left > 0; n = in.read(buffer)) {
          hold();
          out.write(buffer, 0, (int) Math.min(n, left));
          left -= n;
          if (left <= 0) {
            break;
          }
        }
      } catch (IOException e) {
        // One side is gone, which is passed on by closing the other.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      close();
    }

    /** Waits for as long as the test wants. */
    private void hold() throws InterruptedException {
      lock.lock();
      try {
        if (delayMillis > 0) {
          long nanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
          while (nanos > 0 && !closed) {
            nanos = released.awaitNanos(nanos);
          }
        }
        while (stalled && !closed) {
          released.await();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
