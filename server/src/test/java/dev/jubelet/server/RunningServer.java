package dev.jubelet.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.server.auth.Access;
import dev.jubelet.server.auth.Authenticator;
import dev.jubelet.server.auth.Authorizer;
import dev.jubelet.server.auth.X509Authenticator;
import dev.jubelet.server.debug.ProfilePages;
import dev.jubelet.server.debug.VerbosityPage;
import dev.jubelet.server.health.HealthCheck;
import dev.jubelet.server.logs.ContainerLogPage;
import dev.jubelet.server.logs.InotifyChanges;
import dev.jubelet.server.metric.HealthSlis;
import dev.jubelet.server.metric.HttpMeter;
import dev.jubelet.server.metric.MetricPages;
import dev.jubelet.server.nodelog.NodeLogPages;
import dev.jubelet.server.tls.ClientAuthorities;
import dev.jubelet.server.tls.SelfSignedFiles;
import dev.jubelet.server.tls.TestAuthority;
import dev.jubelet.server.tls.TlsPolicy;
import dev.jubelet.server.tls.TlsSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** All listeners on free loopback ports over a {@link FakeAgent}, and clients for them. */
final class RunningServer implements AutoCloseable {
  private final SystemTimers timers = new SystemTimers();
  final MetricRegistry metrics = new MetricRegistry();
  final FakeAgent agent;
  final Path socket;
  final Path nodeLogs;
  final AtomicInteger verbosity = new AtomicInteger();
  final KubeletServer server;

  RunningServer(Path directory, boolean anonymous, @Nullable Path clientCa, boolean debugging) {
    this(directory, anonymous, clientCa, debugging, Authorizer.ALWAYS_ALLOW);
  }

  RunningServer(
      Path directory,
      boolean anonymous,
      @Nullable Path clientCa,
      boolean debugging,
      Authorizer authorizer) {
    agent = new FakeAgent(directory.resolve("logs"));
    socket = directory.resolve("jubelet.sock");
    nodeLogs = directory.resolve("var-log");
    ClientAuthorities authorities = clientCa == null ? null : new ClientAuthorities(clientCa);
    List<Authenticator> authenticators =
        authorities == null ? List.of() : List.of(new X509Authenticator(authorities));
    KeyedChain certificate = selfSigned(directory, timers);
    TlsSettings tls =
        new TlsSettings(() -> Optional.of(certificate), authorities, TlsPolicy.usual());
    MetricRegistry slis = new MetricRegistry();
    MetricPages pages = new MetricPages(metrics, new MetricRegistry(), slis, new HealthSlis(slis));
    server =
        new KubeletServer(
            new ServerConfig(
                new ServerSockets(
                    new ServerSockets.Addresses(
                        anyPort(), anyPort(), anyPort(), AgentSocket.of(directory))),
                tls,
                debugging,
                new ServerConfig.Streams(Duration.ofHours(4), true, true)),
            agent,
            new Access(authenticators, anonymous, authorizer, "node", timers),
            new Telemetry(
                List.of(
                    HealthCheck.ping(),
                    HealthCheck.syncLoop(timers, Duration.ofMinutes(1), () -> null)),
                List.of(pages::addTo),
                List.of(
                    NodeLogPages.filesAndQueries(nodeLogs, "/no/journal", timers)::addTo,
                    new ProfilePages(timers)::addTo,
                    new VerbosityPage(verbosity::set)::addTo),
                new HttpMeter(metrics, timers)),
            new ContainerLogPage(agent, new InotifyChanges(), timers, true),
            new ObjectMapper(),
            timers);
    server.start();
  }

  static KeyedChain selfSigned(Path directory, Timers timers) {
    SelfSignedFiles files =
        SelfSignedFiles.present(directory, "node", List.of("127.0.0.1"), timers);
    return KeyedChain.read(files.certificate(), files.key());
  }

  static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  String url(String listener) {
    return switch (listener) {
      case "main" -> "https://127.0.0.1:" + server.mainPort();
      case "readOnly" -> "http://127.0.0.1:" + server.readOnlyPort();
      case "healthz" -> "http://127.0.0.1:" + server.healthzPort();
      default -> throw new IllegalArgumentException(listener);
    };
  }

  HttpResponse<String> send(String listener, String method, String target) throws Exception {
    return send(listener, method, target, null);
  }

  HttpResponse<String> send(
      String listener, String method, String target, TestAuthority.@Nullable Identity identity)
      throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TestAuthority.clientContext(identity))
            .build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url(listener) + target))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  /** Sends over the local socket and returns the whole answer as it came. */
  String local(String method, String target, String body) throws Exception {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      String request =
          method
              + " "
              + target
              + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    server.close();
    timers.close();
  }
}
