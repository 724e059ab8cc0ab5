package dev.jubelet.edge.apiserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.SuiteOrder;
import dev.jubelet.edge.apiserver.auth.TlsContexts;
import dev.jubelet.edge.apiserver.auth.TlsSnapshot;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP client in use. Another one takes its place when certificates change, and then the old
 * one has a moment to finish what it has begun; or when the connection is dead, and then all that
 * is under way on it fails at once.
 *
 * <p>Thread: any. Owns: the present client and the pool that all of them work on.
 */
final class HttpClients implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HttpClients.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration LAST_WORDS = Duration.ofSeconds(10);
  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);
  // Where nobody asks for anything: a watch would go on for minutes with a former certificate.
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

  private final KubeconfigCluster cluster;
  private final TlsContexts tls;
  private final ExecutorService executor;
  private final ProxySelector proxy;
  private final Timers timers;
  private final Object lock = new Object();

  /** An HTTP client, and who may use it when. */
  record Client(HttpClient http, ConnectionGate gate) {}

  @GuardedBy("lock")
  private @Nullable Client client;

  @GuardedBy("lock")
  private @Nullable TlsSnapshot madeOf;

  @GuardedBy("lock")
  private long madeAt;

  @GuardedBy("lock")
  private long checkedAt;

  @GuardedBy("lock")
  private Timers.@Nullable Pending look;

  @GuardedBy("lock")
  private boolean closed;

  HttpClients(
      KubeconfigCluster cluster,
      TlsContexts tls,
      ExecutorService executor,
      ProxySelector proxy,
      Timers timers) {
    this.cluster = cluster;
    this.tls = tls;
    this.executor = executor;
    this.proxy = proxy;
    this.timers = timers;
  }

  /** The client for a new request. */
  Client current() {
    synchronized (lock) {
      if (closed) {
        throw new ApiException(ApiException.Kind.CANCELLED, "the connection is closed");
      }
      Client present = client;
      if (present == null) {
        return replace(tls.snapshot());
      }
      return due() ? checked(present) : present;
    }
  }

  @GuardedBy("lock")
  private boolean due() {
    return timers.nanoTime() - checkedAt >= BETWEEN_CHECKS.toNanos();
  }

  /** A half-written file must not cost us a connection that works. */
  @GuardedBy("lock")
  private Client checked(Client present) {
    checkedAt = timers.nanoTime();
    try {
      TlsSnapshot now = tls.snapshot();
      if (now.equals(madeOf)) {
        return present;
      }
      Client fresh = replace(now);
      HttpClient former = present.http();
      former.shutdown();
      timers.after(LAST_WORDS, () -> aside(former::shutdownNow));
      log.atInfo()
          .addKeyValue("server", cluster.server())
          .log("Client certificate changed; using new connections");
      return fresh;
    } catch (RuntimeException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("server", cluster.server())
          .log("Failed to load the changed client certificate; keeping the previous one");
      return present;
    }
  }

  @GuardedBy("lock")
  private Client replace(TlsSnapshot snapshot) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(executor)
            .proxy(proxy);
    ConnectionGate gate;
    if ("https".equals(cluster.server().getScheme())) {
      SSLContext context = tls.context(snapshot);
      builder
          .version(HttpClient.Version.HTTP_2)
          .sslContext(context)
          .sslParameters(parameters(context));
      gate = ConnectionGate.ofShared(timers);
      lookLater();
    } else {
      builder.version(HttpClient.Version.HTTP_1_1);
      gate = ConnectionGate.ofSeparate(timers);
    }
    Client fresh = new Client(builder.build(), gate);
    client = fresh;
    madeOf = snapshot;
    madeAt = timers.nanoTime();
    checkedAt = madeAt;
    return fresh;
  }

  private static SSLParameters parameters(SSLContext context) {
    SSLParameters parameters = context.getDefaultSSLParameters();
    SuiteOrder.here().applyTo(parameters);
    return parameters;
  }

  @GuardedBy("lock")
  private void lookLater() {
    if (look != null) {
      look.cancel();
    }
    look = timers.after(BETWEEN_LOOKS, () -> aside(this::look));
  }

  /** The thread of the timers may not wait. */
  private static void aside(Runnable work) {
    Thread.ofVirtual().name("api-certificates").start(work);
  }

  private void look() {
    synchronized (lock) {
      Client present = client;
      if (closed || present == null) {
        return;
      }
      if (checked(present).equals(present)) {
        lookLater();
      }
    }
  }

  /** Ends the client in use with all its connections, if it was there before that moment. */
  boolean discardOlderThan(long nanoTime) {
    Client old;
    synchronized (lock) {
      old = client;
      if (old == null || madeAt > nanoTime) {
        return false;
      }
      client = null;
      madeOf = null;
    }
    old.http().shutdownNow();
    return true;
  }

  @Override
  public void close() {
    Client last;
    synchronized (lock) {
      closed = true;
      if (look != null) {
        look.cancel();
      }
      last = client;
      client = null;
    }
    if (last != null) {
      last.http().shutdownNow();
    }
    executor.shutdown();
  }
}
