package dev.jubelet.app.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.edge.apiserver.certificate.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the node has a client certificate to speak to the API server with. Where it has none, the
 * bootstrap goes on in the background, and what needs the API server begins when it is through;
 * static pods wait for neither.
 *
 * <p>Thread: any; the bootstrap has the virtual thread {@code tls-bootstrap}. Owns: what waits for
 * the certificate.
 */
final class FirstCertificate implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FirstCertificate.class);

  private final Optional<Runnable> bootstrap;
  private final Consumer<String> giveUp;

  @GuardedBy("this")
  private final List<Runnable> waiting = new ArrayList<>();

  @GuardedBy("this")
  private boolean present;

  private volatile boolean closed;
  private volatile @Nullable Thread thread;

  /**
   * @param bootstrap blocks until there is a certificate, or throws; empty when there is one
   * @param giveUp gets the reason when there will be none: whoever starts the agent anew may have
   *     another token
   */
  FirstCertificate(Optional<Runnable> bootstrap, Consumer<String> giveUp) {
    this.bootstrap = bootstrap;
    this.giveUp = giveUp;
    this.present = bootstrap.isEmpty();
  }

  void start() {
    bootstrap.ifPresent(
        task -> thread = Thread.ofVirtual().name("tls-bootstrap").start(() -> run(task)));
  }

  /** Runs the task now when there is a certificate, and otherwise as soon as there is. */
  void whenPresent(Runnable task) {
    synchronized (this) {
      if (!present) {
        waiting.add(task);
        return;
      }
    }
    task.run();
  }

  private void run(Runnable task) {
    while (!closed) {
      try {
        task.run();
        log.info("The node has its first client certificate");
        arrived().forEach(Runnable::run);
        return;
      } catch (CertificateException e) {
        if (e.kind() != CertificateException.Kind.TIMEOUT) {
          failed(e);
          return;
        }
        log.atWarn()
            .addKeyValue("cause", e.getMessage())
            .log("Failed to get a client certificate; requesting again");
      } catch (RuntimeException e) {
        failed(e);
        return;
      }
    }
  }

  private void failed(RuntimeException e) {
    if (!closed) {
      giveUp.accept("failed to get a first client certificate: " + e.getMessage());
    }
  }

  private synchronized List<Runnable> arrived() {
    present = true;
    List<Runnable> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }

  /** Does not wait for the bootstrap's end. */
  @Override
  public void close() {
    closed = true;
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }
}
