package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.auth.Attributes;
import dev.jubelet.server.auth.User;
import dev.jubelet.server.auth.review.Asker;
import dev.jubelet.server.auth.review.ReviewException;
import dev.jubelet.server.tls.TestAuthority;
import dev.jubelet.testing.time.ManualTimers;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every page with every kind of credentials, on a real listener with TLS. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class AccessMatrixTest {
  private final ManualTimers clock = new ManualTimers();
  private final CountDownLatch never = new CountDownLatch(1);
  private final Set<String> rights = ConcurrentHashMap.newKeySet();
  private GuardedListener server;
  private HttpClient plain;
  private HttpClient masters;
  private HttpClient expired;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    TestAuthority authority = new TestAuthority("ca");
    Path ca = authority.writeTo(directory.resolve("ca.pem"));
    server = new GuardedListener(directory, ca, this::owner, this::mayDo, clock);
    plain = GuardedListener.client(null);
    masters = GuardedListener.client(authority.client("O=system:masters,CN=apiserver"));
    expired = GuardedListener.client(authority.expiredClient("O=system:masters,CN=apiserver"));
  }

  @AfterAll
  void stop() {
    List.of(plain, masters, expired).forEach(HttpClient::close);
    server.close();
  }

  /** Tokens are the names of their users, but for a few. */
  private Optional<User> owner(String token) {
    return switch (token) {
      case "bad" -> Optional.empty();
      case "hanging" -> throw hang();
      case "failing" -> throw failed();
      default -> Optional.of(new User(token, "", List.of()));
    };
  }

  private boolean mayDo(User user, Attributes wish) {
    if (user.name().equals("unjudged")) {
      throw failed();
    }
    if (user.name().equals("hanging-judge")) {
      throw hang();
    }
    return user.groups().contains("system:masters")
        || rights.contains(user.name() + " " + wish.verb() + " " + wish.subresource());
  }

  private ReviewException hang() {
    try {
      never.await();
      return failed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ReviewException(ReviewException.Kind.CANCELLED, "interrupted", e);
    }
  }

  private static ReviewException failed() {
    return new ReviewException(ReviewException.Kind.FAILED, "no such resource", null);
  }

  private int status(HttpClient client, String method, String path, @Nullable String token)
      throws Exception {
    return server.send(client, method, path, token).statusCode();
  }

  /** Lets all kept answers grow old, so that changed rights count. */
  private void give(String user, String verb, String subresource) {
    clock.advance(Duration.ofMinutes(10));
    rights.clear();
    rights.add(user + " " + verb + " " + subresource);
  }

  private void assertOnlyTheRightOnesPass(String method, String path, String right)
      throws Exception {
    assertThat(status(plain, method, path, null)).as("no credentials").isEqualTo(401);
    assertThat(status(plain, method, path, "bad")).as("a bad token").isEqualTo(401);
    assertThat(status(plain, method, path, "failing")).as("a failing review").isEqualTo(401);
    assertThat(status(plain, method, path, "nobody")).as("a token without rights").isEqualTo(403);
    assertThat(status(expired, method, path, null)).as("an expired certificate").isEqualTo(401);
    assertThat(status(masters, method, path, null)).as("a good certificate").isEqualTo(200);
    assertThat(status(expired, method, path, "nobody")).as("the token counts").isEqualTo(403);
    assertThat(status(plain, method, path, "unjudged")).as("a failing judge").isEqualTo(500);
    String[] words = right.split(" ", -1);
    give("caller", words[0], words[1]);
    assertThat(status(plain, method, path, "caller")).as("a token with %s", right).isEqualTo(200);
    give("caller", words[0].equals("get") ? "create" : "get", words[1]);
    assertThat(status(plain, method, path, "caller")).as("another verb").isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,  /pods,                     get pods,          200",
    "GET,  /runningpods/,             get pods,          200",
    "GET,  /healthz/ping,             get healthz,       200",
    "GET,  /configz,                  get configz,       200",
    "GET,  /stats/summary,            get stats,         403",
    "POST, /stats/summary,            create stats,      403",
    "GET,  /metrics,                  get metrics,       403",
    "GET,  /metrics/resource,         get metrics,       403",
    "GET,  /logs/,                    get log,           403",
    "GET,  /logs/syslog,              get log,           403",
    "GET,  /logs/?query=kubelet,      get log,           403",
    "POST, /checkpoint/default/web/c, create checkpoint, 403",
    "GET,  /statusz,                  get statusz,       403",
    "GET,  /flagz,                    get configz,       403",
  })
  void aPageWithASubresourceOfItsOwnOpensToItAndSomeAlsoToProxy(
      String method, String path, String right, int withProxy) throws Exception {
    assertOnlyTheRightOnesPass(method, path, right);

    give("caller", right.split(" ", -1)[0], "proxy");
    assertThat(status(plain, method, path, "caller")).isEqualTo(withProxy);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /run/default/web/c,           create proxy",
    "POST, /exec/default/web/c,          create proxy",
    "GET,  /exec/default/web/c,          create proxy",
    "GET,  /attach/default/web/c,        create proxy",
    "GET,  /portForward/default/web,     create proxy",
    "GET,  /containerLogs/default/web/c, get proxy",
    "GET,  /debug/pprof/heap,            get proxy",
    "GET,  /debug/pprof/profile,         get proxy",
    "PUT,  /debug/flags/v,               update proxy",
    "GET,  /nosuch,                      get proxy",
    "GET,  /,                            get proxy",
  })
  void everythingElseOpensOnlyToProxy(String method, String path, String right) throws Exception {
    assertOnlyTheRightOnesPass(method, path, right);
  }

  @Test
  void refusalsSayWhatWasAskedAndNothingMore() throws Exception {
    give("caller", "none", "none");
    HttpResponse<String> unknown = server.send(plain, "GET", "/pods", "bad");
    HttpResponse<String> forbidden = server.send(plain, "GET", "/pods", "caller");
    HttpResponse<String> failed = server.send(plain, "GET", "/pods", "unjudged");

    assertThat(unknown.body()).isEqualTo("Unauthorized");
    assertThat(forbidden.body())
        .startsWith(
            "Forbidden (user=caller, verb=get, resource=nodes, subresource(s)=[pods proxy])");
    assertThat(failed.body())
        .isEqualTo(
            "Authorization error (user=unjudged, verb=get, resource=nodes, subresource=pods)");
  }

  @ParameterizedTest
  @CsvSource({"hanging, 401", "hanging-judge, 500"})
  void aReviewThatHangsIsANo(String token, int expected) throws Exception {
    int timersBefore = clock.pending();
    Asker<Integer> asker = new Asker<>(() -> status(plain, "GET", "/metrics", token));
    Asker.await(() -> clock.pending() > timersBefore);

    Asker.await(
        () -> {
          clock.advance(Duration.ofSeconds(1));
          return asker.isDone();
        });

    assertThat(asker.answer()).isEqualTo(expected);
  }
}
