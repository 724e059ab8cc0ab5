package dev.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.testing.time.ManualTimers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {
  private static final Authenticator ABSENT = request -> Authentication.ABSENT;
  private static final Authenticator ALICE =
      request -> new Authentication.Authenticated(new User("alice", "", List.of("admins")));
  private static final Authenticator REJECTING = request -> new Authentication.Rejected("bad");
  private static final Authenticator BROKEN =
      request -> {
        throw new IllegalStateException("no connection");
      };

  private static Access.Verdict check(boolean anonymous, Authenticator... authenticators) {
    return new Access(
            List.of(authenticators), anonymous, Authorizer.ALWAYS_ALLOW, "node", new ManualTimers())
        .check(FakeExchange.get("/pods"));
  }

  private static String user(Access.Verdict verdict) {
    return switch (verdict) {
      case Access.Verdict.Granted(User user) -> user.name() + user.groups();
      case Access.Verdict.Refused(int status, String text) -> status + " " + text;
    };
  }

  @Test
  void grantsTheFirstUserThatIsRecognised() {
    assertThat(user(check(false, ABSENT, ALICE))).isEqualTo("alice[admins, system:authenticated]");
  }

  @Test
  void letsNobodyInWithoutCredentialsUnlessAnonymousIsOn() {
    assertThat(user(check(false, ABSENT))).isEqualTo("401 Unauthorized");
    assertThat(user(check(false))).isEqualTo("401 Unauthorized");
    assertThat(user(check(true, ABSENT))).isEqualTo("system:anonymous[system:unauthenticated]");
  }

  @Test
  void doesNotTakeBadCredentialsForNone() {
    assertThat(user(check(true, REJECTING))).isEqualTo("401 Unauthorized");
    assertThat(user(check(true, BROKEN, ABSENT))).isEqualTo("401 Unauthorized");
    assertThat(user(check(true, REJECTING, ALICE))).startsWith("alice");
  }

  @Test
  void refusesWhenTheAuthorizerDoesOrBreaks() {
    Access denying =
        new Access(List.of(ALICE), false, (user, attributes) -> false, "node", new ManualTimers());
    Access breaking =
        new Access(
            List.of(ALICE),
            false,
            (user, attributes) -> {
              throw new IllegalStateException("no connection");
            },
            "node",
            new ManualTimers());

    assertThat(user(denying.check(FakeExchange.get("/pods"))))
        .isEqualTo(
            "403 Forbidden (user=alice, verb=get, resource=nodes, subresource(s)=[pods proxy])");
    assertThat(user(breaking.check(FakeExchange.get("/exec/a/b/c"))))
        .isEqualTo(
            "500 Authorization error (user=alice, verb=create, resource=nodes, subresource=proxy)");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /pods, get pods proxy",
    "GET, /runningpods/, get pods proxy",
    "HEAD, /healthz/ping, - healthz proxy",
    "GET, /configz, get configz proxy",
    "POST, /stats/summary, create stats",
    "GET, /metrics/cadvisor, get metrics",
    "GET, /%6detrics, get metrics",
    "GET, /logs/x, get log",
    "POST, /checkpoint/a/b/c, create checkpoint",
    "GET, /statusz, get statusz",
    "GET, /flagz, get configz",
    "PUT, /debug/flags/v, update proxy",
    "GET, /podsy, get proxy",
    "DELETE, /containerLogs/a/b/c, delete proxy",
  })
  void asksForTheSubresourcesOfThePathInOrder(String method, String path, String expected) {
    assertThat(asked(method, path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /exec/a/b/c",
    "GET, /exec",
    "GET, /%65xec/a/b/c",
    "GET, /exec%2Fa/b/c",
    "GET, /attach/a/b/c",
    "GET, /portForward/a/b",
    "GET, /run/a/b/c",
    "HEAD, /exec/a/b/c",
    "POST, /exec/a/b/c",
  })
  void whoMayOnlyReadNeverGetsIntoAContainer(String method, String path) {
    assertThat(asked(method, path)).isEqualTo("create proxy");
  }

  private static String asked(String method, String path) {
    List<String> asked = new ArrayList<>();
    Authorizer recording =
        (user, attributes) -> {
          if (asked.isEmpty()) {
            asked.add(attributes.verb().isEmpty() ? "-" : attributes.verb());
          }
          asked.add(attributes.subresource());
          return false;
        };

    new Access(List.of(ALICE), false, recording, "node", new ManualTimers())
        .check(new FakeExchange(method, path));

    return String.join(" ", asked);
  }
}
