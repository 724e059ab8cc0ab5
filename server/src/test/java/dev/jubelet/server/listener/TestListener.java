package dev.jubelet.server.listener;

import dev.jubelet.server.http.Handler;
import dev.jubelet.server.tls.TestAuthority;
import dev.jubelet.server.tls.TlsPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A listener on a free loopback port with manual time, and clients for it. */
public final class TestListener implements AutoCloseable {
  private static final int ENOUGH = 100;

  public final ObservedTimers timers = new ObservedTimers();
  public final Listener listener;

  private TestListener(Handler handler, @Nullable TlsLayer tls, int limit) {
    listener =
        Listener.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Connection.Service(tls, handler, timers, limit));
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
