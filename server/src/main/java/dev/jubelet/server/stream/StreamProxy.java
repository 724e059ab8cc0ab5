package dev.jubelet.server.stream;

import dev.jubelet.base.Timers;
import dev.jubelet.base.http.Headers;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.RawConnection;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Request;
import dev.jubelet.server.websocket.BytesOverMessages;
import dev.jubelet.server.websocket.Handshake;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Joins clients to the runtime's streaming server. Most protocols are agreed between the two, and
 * bytes are carried as they are; two kinds of WebSocket end here, since runtimes do not know them.
 *
 * <p>Thread: a session occupies the connection's. Owns: the sessions under way.
 */
public final class StreamProxy implements AutoCloseable {
  private static final String CHANNELS = "v5.channel.k8s.io";
  private static final String TUNNEL_PREFIX = "SPDY/3.1+";
  private static final String SPDY_CHANNELS = "v4.channel.k8s.io";
  private static final String SPDY_PROTOCOL = "X-Stream-Protocol-Version";
  // Of the connection to the runtime, or said anew to the client.
  private static final Set<String> OWN_HEADERS =
      Set.of("content-length", "transfer-encoding", "keep-alive", "trailer", "date");

  private final Timers timers;
  private final Duration idleTimeout;
  private final boolean endsWebSockets;
  private final Set<Session> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param idleTimeout how long a session may stand still; zero for ever
   * @param endsWebSockets whether WebSockets that runtimes do not know are served here
   */
  public StreamProxy(Timers timers, Duration idleTimeout, boolean endsWebSockets) {
    this.timers = timers;
    this.idleTimeout = idleTimeout;
    this.endsWebSockets = endsWebSockets;
  }

  /** Whether the client wants to leave HTTP, without which there is no stream. */
  public static boolean isAskedFor(Request request) {
    return UpgradeRequest.isIn(request);
  }

  /** Whether a client forwards ports by SPDY inside a WebSocket, and names them inside. */
  public boolean isTunnel(Request request) {
    return endsHere(request, TUNNEL_PREFIX);
  }

  /** Whether the streams of a command come as channels that no runtime knows. */
  public boolean isTranslated(Request request) {
    return endsHere(request, CHANNELS);
  }

  private boolean endsHere(Request request, String protocolPrefix) {
    return endsWebSockets
        && Handshake.isAskedFor(request)
        && Handshake.offered(request).stream().anyMatch(name -> name.startsWith(protocolPrefix));
  }

  /**
   * Carries the streams of a command to their end, or relays the runtime's refusal. Returns whether
   * there was a session.
   *
   * @throws Refusal when there can be no session
   */
  public boolean carryCommand(Exchange exchange, URI runtime, Channels wanted) throws IOException {
    if (!isTranslated(exchange.request())) {
      return carryBytes(exchange, runtime);
    }
    Handshake.check(exchange);
    UpgradeRequest request = UpgradeRequest.spdy(List.of(SPDY_CHANNELS));
    try (RuntimeUpgrade upgrade = RuntimeUpgrade.ask(runtime, request, timers)) {
      if (upgrade.isGranted()) {
        RawConnection client = Handshake.accept(exchange, CHANNELS);
        last(new ChannelSession(client, upgrade, wanted, timers, idleTimeout));
      } else {
        upgrade.relay(exchange);
      }
      return upgrade.isGranted();
    }
  }

  /** Carries forwarded ports; otherwise as {@link #carryCommand}. */
  public boolean carryPorts(Exchange exchange, URI runtime) throws IOException {
    if (!isTunnel(exchange.request())) {
      return carryBytes(exchange, runtime);
    }
    Handshake.check(exchange);
    List<String> inside =
        Handshake.offered(exchange.request()).stream()
            .filter(name -> name.startsWith(TUNNEL_PREFIX))
            .map(name -> name.substring(TUNNEL_PREFIX.length()))
            .toList();
    UpgradeRequest request = UpgradeRequest.spdy(inside);
    try (RuntimeUpgrade upgrade = RuntimeUpgrade.ask(runtime, request, timers)) {
      if (upgrade.isGranted()) {
        String chosen = upgrade.answer().headers().first(SPDY_PROTOCOL).orElse(inside.getFirst());
        RawConnection client = Handshake.accept(exchange, TUNNEL_PREFIX + chosen);
        tunnel(new BytesOverMessages(client), upgrade);
      } else {
        upgrade.relay(exchange);
      }
      return upgrade.isGranted();
    }
  }

  private boolean carryBytes(Exchange exchange, URI runtime) throws IOException {
    if (!exchange.response().upgradable()) {
      throw new Refusal(400, "an upgrade needs HTTP/1.1 and a request without a body");
    }
    UpgradeRequest request = UpgradeRequest.of(exchange.request());
    try (RuntimeUpgrade upgrade = RuntimeUpgrade.ask(runtime, request, timers)) {
      if (upgrade.isGranted()) {
        exchange.response().status(101);
        for (Headers.Field field : upgrade.answer().headers().fields()) {
          if (!OWN_HEADERS.contains(field.name().toLowerCase(Locale.ROOT))) {
            exchange.response().header(field.name(), field.value());
          }
        }
        tunnel(exchange.response().upgrade(), upgrade);
      } else {
        upgrade.relay(exchange);
      }
      return upgrade.isGranted();
    }
  }

  private void tunnel(RawConnection client, RuntimeUpgrade upgrade) {
    upgrade.begin();
    last(new Tunnel(client, upgrade.link(), timers, idleTimeout));
  }

  private void last(Session session) {
    open.add(session);
    try {
      if (closed) {
        session.close();
      }
      session.run();
    } finally {
      open.remove(session);
    }
  }

  /** Ends all sessions; new ones end as soon as they begin. */
  @Override
  public void close() {
    closed = true;
    open.forEach(Session::close);
  }
}
