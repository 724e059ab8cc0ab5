package dev.jubelet.server;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.server.auth.Access;
import dev.jubelet.server.auth.AccessFilter;
import dev.jubelet.server.auth.AccessReviews;
import dev.jubelet.server.auth.SubjectAccessAuthorizer;
import dev.jubelet.server.auth.TokenReviewAuthenticator;
import dev.jubelet.server.auth.TokenReviews;
import dev.jubelet.server.auth.X509Authenticator;
import dev.jubelet.server.listener.Listener;
import dev.jubelet.server.listener.TlsLayer;
import dev.jubelet.server.tls.ClientAuthorities;
import dev.jubelet.server.tls.TestAuthority;
import dev.jubelet.server.tls.TlsPolicy;
import dev.jubelet.server.tls.TlsSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A listener that answers 200 to everybody whom the reviews let through, and a client for it. */
final class GuardedListener implements AutoCloseable {
  private final SystemTimers timers = new SystemTimers();
  private final Listener listener;

  GuardedListener(
      Path directory, Path clientCa, TokenReviews tokens, AccessReviews rights, Timers clock) {
    ClientAuthorities authorities = new ClientAuthorities(clientCa);
    KeyedChain certificate = RunningServer.selfSigned(directory, timers);
    SubjectAccessAuthorizer.Lives lives =
        new SubjectAccessAuthorizer.Lives(Duration.ofMinutes(5), Duration.ofSeconds(30));
    Access access =
        new Access(
            List.of(
                new X509Authenticator(authorities),
                new TokenReviewAuthenticator(tokens, Duration.ofMinutes(2), clock, new Random(1))),
            false,
            new SubjectAccessAuthorizer(rights, lives, clock, new Random(1)),
            "node",
            clock);
    listener =
        Listener.open(
            RunningServer.anyPort(),
            TlsLayer.of(
                new TlsSettings(() -> Optional.of(certificate), authorities, TlsPolicy.usual())),
            new AccessFilter(access, exchange -> exchange.text(200, "here you are")),
            timers);
  }

  /** A connection that presents this certificate, if any. */
  static HttpClient client(TestAuthority.@Nullable Identity identity) throws Exception {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(TestAuthority.clientContext(identity))
        .build();
  }

  HttpResponse<String> send(HttpClient client, String method, String path, @Nullable String token)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + listener.port() + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    listener.close();
    timers.close();
  }
}
