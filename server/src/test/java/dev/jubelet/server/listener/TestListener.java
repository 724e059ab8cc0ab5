package dev.jubelet.server.listener;

import dev.jubelet.server.http.Handler;
import dev.jubelet.server.tls.TestAuthority;
import dev.jubelet.server.tls.TlsPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A listener on a free loopback port with manual time, and clients for it. */
public final class TestListener implements AutoCloseable {
  private static final int ENOUGH = 100;

  public final ObservedTimers timers = new ObservedTimers();
  public final Listener listener;

  /** How many strangers were cut in favour of others. */
  public final AtomicInteger dropped = new AtomicInteger();

  private TestListener(Handler handler, @Nullable TlsLayer tls, int limit) {
    this(handler, tls, new Connections.Limits(limit, limit), false);
  }

  private TestListener(
      Handler handler, @Nullable TlsLayer tls, Connections.Limits limits, boolean guarded) {
    Connections peers = new Connections(limits, dropped::incrementAndGet);
    listener =
        Listener.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Connection.Service(tls, handler, timers, guarded, peers));
  }

  /** Whose handler has to grant requests. */
  static TestListener guarded(Handler handler, Connections.Limits limits) {
    return new TestListener(handler, null, limits, true);
  }

  static TestListener guardedAndSecured(Handler handler, Connections.Limits limits)
      throws Exception {
    return new TestListener(handler, layer(serverContext()), limits, true);
  }

  static TestListener unguarded(Handler handler, Connections.Limits limits) {
    return new TestListener(handler, null, limits, false);
  }

  public static TestListener clear(Handler handler) {
    return new TestListener(handler, null, ENOUGH);
  }

  public static TestListener limited(Handler handler, int limit) {
    return new TestListener(handler, null, limit);
  }

  public static TestListener secured(Handler handler) throws Exception {
    SSLContext context = serverContext();
    return secured(handler, layer(context));
  }

  public static TestListener secured(Handler handler, TlsLayer tls) {
    return new TestListener(handler, tls, ENOUGH);
  }

  static SSLContext serverContext() throws Exception {
    return TestAuthority.clientContext(new TestAuthority("ca").server("CN=node"));
  }

  private static TlsLayer layer(SSLContext context) {
    return new TlsLayer(() -> context, TlsPolicy.usual(), false);
  }

  public TestClient client() throws IOException {
    return TestClient.to(listener.port());
  }

  public TestClient client(String protocol) throws Exception {
    return TestClient.to(listener.port(), TestAuthority.clientContext(null), protocol);
  }

  @Override
  public void close() {
    listener.close();
  }
}
