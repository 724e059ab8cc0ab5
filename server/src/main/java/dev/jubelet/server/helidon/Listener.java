package dev.jubelet.server.helidon;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.tls.TlsSettings;
import io.helidon.common.tls.TlsConfig;
import io.helidon.http.HttpPrologue;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * One address on which requests are taken, each connection on a virtual thread of its own.
 *
 * <p>Thread: started and stopped by the owner. Owns: the listening socket and its connections.
 */
public final class Listener implements AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(90);
  private static final Duration GRACE = Duration.ofMillis(100);
  private static final int MAX_HEADERS = 1024 * 1024;
  private static final int MAX_REQUEST_LINE = 64 * 1024;
  private static final int MAX_BODY = 1024 * 1024;
  private static final int MAX_CONNECTIONS = 2048;

  // Helidon shows the connection only to a listener, which runs on the connection's thread right
  // before the handler does.
  private static final ThreadLocal<ConnectionContext> CONNECTION = new ThreadLocal<>();

  private final WebServer server;
  private final SocketAddress address;
  private final Handler handler;

  private Listener(SocketAddress address, @Nullable TlsSettings tls, Handler handler) {
    this.address = address;
    this.handler = handler;
    this.server = config(tls).build();
  }

  /**
   * Listens and answers from now on.
   *
   * @throws ListenException when the address cannot be had
   */
  public static Listener open(SocketAddress address, @Nullable TlsSettings tls, Handler handler) {
    try {
      tryToBind(address);
    } catch (IOException e) {
      throw new ListenException(address, e);
    }
    Listener listener = new Listener(address, tls, handler);
    listener.server.start();
    if (!listener.server.isRunning()) {
      throw new ListenException(address, new IOException("the server did not start"));
    }
    return listener;
  }

  /** Finds out why an address cannot be had: Helidon only logs it and starts nothing. */
  private static void tryToBind(SocketAddress address) throws IOException {
    if (address instanceof InetSocketAddress) {
      try (ServerSocketChannel channel = ServerSocketChannel.open()) {
        channel.bind(address);
      }
    }
  }

  private WebServerConfig.Builder config(@Nullable TlsSettings tls) {
    WebServerConfig.Builder config =
        WebServer.builder()
            .shutdownHook(false)
            .featuresDiscoverServices(false)
            .protocolsDiscoverServices(false)
            .concurrencyLimitDiscoverServices(false)
            .bindAddress(address)
            // Without channels Helidon ignores the TLS parameters, also the wish for a certificate.
            .useNio(true)
            .shutdownGracePeriod(GRACE)
            .idleConnectionTimeout(IDLE)
            .idleConnectionPeriod(Duration.ofSeconds(30))
            .maxTcpConnections(MAX_CONNECTIONS)
            .maxPayloadSize(MAX_BODY)
            .mediaContext(MediaContext.builder().mediaSupportsDiscoverServices(false).build())
            .contentEncoding(
                ContentEncodingContext.builder().contentEncodingsDiscoverServices(false).build())
            .addConnectionSelector(Http1ConnectionSelector.builder().config(http()).build())
            .routing(routing -> routing.any(this::answer));
    if (address instanceof InetSocketAddress) {
      config.connectionOptions(options -> options.tcpNoDelay(true));
    }
    if (tls != null) {
      config.tls(builder -> secure(builder, tls));
    }
    return config;
  }

  private Http1Config http() {
    return Http1Config.builder()
        .maxHeadersSize(MAX_HEADERS)
        .maxPrologueLength(MAX_REQUEST_LINE)
        .validatePath(false)
        .addReceiveListener(
            new Http1ConnectionListener() {
              @Override
              public void prologue(ConnectionContext context, HttpPrologue prologue) {
                CONNECTION.set(context);
              }
            })
        .build();
  }

  private static void secure(TlsConfig.Builder builder, TlsSettings tls) {
    SSLContext context = tls.context();
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setProtocols(tls.protocols().toArray(String[]::new));
    parameters.setWantClientAuth(tls.asksForClientCertificate());
    if (!tls.cipherSuites().isEmpty()) {
      parameters.setCipherSuites(tls.cipherSuites().toArray(String[]::new));
    }
    builder.sslContext(context).sslParameters(parameters);
  }

  private void answer(ServerRequest from, ServerResponse to) {
    HelidonRequest request = new HelidonRequest(from);
    boolean head = request.method().equals("HEAD");
    HelidonResponse response = new HelidonResponse(to, CONNECTION.get(), head);
    try {
      handler.handle(new Exchange(request, response));
    } catch (IOException e) {
      throw new CloseConnectionException("the client has gone", e);
    }
    if (response.streamed() || request.asksToClose()) {
      // Helidon leaves it to the client to close, whatever the headers say.
      throw new CloseConnectionException("the answer is complete");
    }
  }

  /** The port listened on, chosen by the kernel when none was given; -1 for a unix socket. */
  public int port() {
    return server.port();
  }

  /** Stops listening and ends all connections, also those in the middle of an answer. */
  @Override
  public void close() {
    server.stop();
  }
}
