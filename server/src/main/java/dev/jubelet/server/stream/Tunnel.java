package dev.jubelet.server.stream;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.RawConnection;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session between a client and the runtime. Who reads slowly slows down who writes. The end of
 * one direction is passed on and leaves the other open as long as it moves: the last words of the
 * runtime, such as an exit code, come after the client's.
 *
 * <p>Thread: the connection's carries the client's bytes, a virtual one of its own the runtime's;
 * {@link #close} from any. Owns: both connections.
 */
final class Tunnel implements Session {
  private static final Logger log = LoggerFactory.getLogger(Tunnel.class);
  // What a TLS record holds: more would be cut into pieces again.
  private static final int SIZE = 16 * 1024;

  /** How long one direction may stand still after the other has ended. */
  static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private final RawConnection client;
  private final RuntimeLink runtime;
  private final IdleLimit idle;

  Tunnel(RawConnection client, RuntimeLink runtime, Timers timers, Duration idleTimeout) {
    this.client = client;
    this.runtime = runtime;
    this.idle = new IdleLimit(timers, idleTimeout, this::cutIdle);
  }

  @Override
  public void run() {
    idle.start();
    Thread back = Thread.ofVirtual().name("stream-to-client").start(this::toClient);
    try {
      toRuntime();
      back.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  private void toRuntime() {
    byte[] buffer = new byte[SIZE];
    boolean heard = true;
    try {
      for (int count = client.input().read(buffer);
          count >= 0;
          count = client.input().read(buffer)) {
        heard = heard && tellRuntime(buffer, count);
      }
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("The client of a stream went away");
      close();
      return;
    }
    if (heard) {
      endRuntime();
    }
  }

  /**
   * False when the runtime takes no more. The client is read on all the same: to close a connection
   * with bytes unread makes the kernel throw away what is on its way to the client.
   */
  private boolean tellRuntime(byte[] bytes, int count) {
    try {
      idle.moved();
      runtime.output().write(bytes, 0, count);
      return true;
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("The runtime ended a stream");
      idle.tighten(LAST_WORDS);
      return false;
    }
  }

  private void endRuntime() {
    idle.tighten(LAST_WORDS);
    try {
      runtime.endOutput();
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("The runtime ended a stream first");
    }
  }

  private void toClient() {
    byte[] buffer = new byte[SIZE];
    try {
      for (int count = readRuntime(buffer); count >= 0; count = readRuntime(buffer)) {
        idle.moved();
        client.output().write(buffer, 0, count);
      }
      idle.tighten(LAST_WORDS);
      client.output().close();
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("The client of a stream went away");
      close();
    }
  }

  /** A connection that the runtime breaks is one that it ends: the protocols inside know better. */
  private int readRuntime(byte[] buffer) {
    try {
      return runtime.input().read(buffer);
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("The runtime broke off a stream");
      return -1;
    }
  }

  private void cutIdle() {
    log.atDebug().log("Stream idle timeout exceeded");
    close();
  }

  @Override
  public void close() {
    idle.close();
    client.close();
    runtime.close();
  }
}
