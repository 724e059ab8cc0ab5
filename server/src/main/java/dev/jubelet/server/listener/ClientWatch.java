package dev.jubelet.server.listener;

import dev.jubelet.server.http.ClientGone;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns from the client's side of a connection, while an answer is streamed, that the client has
 * gone. Bytes that a client sends in the middle of an answer mean nothing and are thrown away.
 *
 * <p>Thread: a virtual one of its own, which ends with the connection. Owns: the client's side from
 * now on.
 */
final class ClientWatch {
  private static final Logger log = LoggerFactory.getLogger(ClientWatch.class);

  private final InputStream in;
  private final Runnable clientGone;
  private volatile boolean answered;
  private final Thread thread;

  private ClientWatch(InputStream in, Runnable clientGone) {
    this.in = in;
    this.clientGone = clientGone;
    this.thread = Thread.ofVirtual().name("client-gone").unstarted(this::run);
  }

  static ClientWatch start(InputStream in, Runnable clientGone) {
    ClientWatch watch = new ClientWatch(in, clientGone);
    watch.thread.start();
    return watch;
  }

  private void run() {
    byte[] ignored = new byte[128];
    try {
      int count = 0;
      while (count >= 0) {
        count = in.read(ignored);
      }
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("A client went away");
    }
    if (!answered) {
      clientGone.run();
    }
  }

  /** From now on the client may go without notice. */
  void answered() {
    answered = true;
  }

  /** Waits until the connection has ended. */
  void join() throws ClientGone {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientGone("the listener stops");
    }
  }
}
