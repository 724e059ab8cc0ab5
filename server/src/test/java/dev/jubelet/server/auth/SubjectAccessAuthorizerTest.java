package dev.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.server.auth.review.ReviewException;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class SubjectAccessAuthorizerTest {
  private static final Attributes METRICS =
      new Attributes("get", "node", "metrics", "/metrics/cadvisor");

  private final ManualTimers timers = new ManualTimers();
  private final List<String> asked = new ArrayList<>();
  private final SubjectAccessAuthorizer authorizer = authorizer("PT5M", "PT30S");

  private SubjectAccessAuthorizer authorizer(String grants, String refusals) {
    return new SubjectAccessAuthorizer(
        this::review,
        new SubjectAccessAuthorizer.Lives(Duration.parse(grants), Duration.parse(refusals)),
        timers,
        new Random(1));
  }

  private boolean review(User user, Attributes attributes) {
    asked.add(user.name());
    if (user.name().equals("unlucky")) {
      throw new ReviewException(ReviewException.Kind.FAILED, "no such resource", null);
    }
    return user.name().equals("alice");
  }

  private static User user(String name) {
    return new User(name, "", List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "alice, PT5M, PT30S, PT4M59S, 1",
    "alice, PT5M, PT30S, PT5M,    2",
    "alice, PT0S, PT30S, PT0S,    2",
    "bob,   PT5M, PT30S, PT29S,   1",
    "bob,   PT5M, PT30S, PT30S,   2",
    "bob,   PT5M, PT0S,  PT0S,    2",
  })
  void grantsAndRefusalsAreKeptForTheirTimes(
      String name, String grants, String refusals, Duration later, int times) {
    SubjectAccessAuthorizer keeping = authorizer(grants, refusals);
    boolean first = keeping.allows(user(name), METRICS);

    timers.advance(later);

    assertThat(keeping.allows(user(name), METRICS)).isEqualTo(first);
    assertThat(first).isEqualTo(name.equals("alice"));
    assertThat(asked).hasSize(times);
  }

  @Test
  void aFailureIsThrownEachTime() {
    for (int times = 1; times <= 2; times++) {
      assertThatThrownBy(() -> authorizer.allows(user("unlucky"), METRICS))
          .isInstanceOf(ReviewException.class)
          .hasMessage("no such resource");
      assertThat(asked).hasSize(times);
    }
  }

  @Test
  void whatTheApiServerIsToldMakesADifferentQuestion() {
    List<User> users =
        List.of(
            user("alice"),
            new User("alice", "u-1", List.of()),
            new User("alice", "", List.of("a", "b")),
            new User("alice", "", List.of("ab")),
            new User("alice", "", List.of("a"), Map.of("b", List.of("c"))),
            new User("alice", "", List.of(), Map.of("b", List.of("c"))),
            new User("alice", "", List.of(), Map.of("b", List.of("c", "d"))));
    users.forEach(user -> authorizer.allows(user, METRICS));
    assertThat(asked).hasSize(users.size());

    authorizer.allows(user("alice"), new Attributes("create", "node", "metrics", "/metrics"));
    authorizer.allows(user("alice"), new Attributes("get", "node", "proxy", "/metrics"));
    assertThat(asked).hasSize(users.size() + 2);
  }

  @Test
  void thePathMakesNone() {
    authorizer.allows(user("alice"), METRICS);
    for (int i = 0; i < 100; i++) {
      authorizer.allows(user("alice"), new Attributes("get", "node", "metrics", "/metrics/" + i));
    }
    assertThat(asked).hasSize(1);
  }
}
