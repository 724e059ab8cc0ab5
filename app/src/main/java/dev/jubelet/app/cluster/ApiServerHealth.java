package dev.jubelet.app.cluster;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiListener;
import dev.jubelet.server.AgentView.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the API server answered the last request, which the reviews of callers are too. Passes
 * everything on to the next listener.
 *
 * <p>Thread: any. Owns: since when it does not answer well.
 */
final class ApiServerHealth implements ApiListener {
  private static final int NO_ANSWER = 0;
  private static final int UNAUTHORIZED = 401;
  private static final int SERVER_ERROR = 500;

  private record Trouble(Instant since, String host, int status) {}

  private final ApiListener next;
  private final Timers timers;
  private volatile @Nullable Trouble trouble;

  ApiServerHealth(ApiListener next, Timers timers) {
    this.next = next;
    this.timers = timers;
  }

  /** Empty when its last answer was a good one, or nobody has asked yet. */
  Optional<Problem> problem() {
    Trouble now = trouble;
    if (now == null) {
      return Optional.empty();
    }
    return Optional.of(
        switch (now.status()) {
          case NO_ANSWER ->
              problem(
                  now,
                  "it does not answer: pods keep running; statuses, new pods and checks of callers"
                      + " wait",
                  "check the network, and that the API server runs; requests are retried");
          case UNAUTHORIZED ->
              problem(
                  now,
                  "it does not accept the credentials (401)",
                  "renew the client certificate or token of the kubeconfig");
          default ->
              problem(
                  now,
                  "it fails requests (" + now.status() + ")",
                  "look at the API server's log; requests are retried");
        });
  }

  private static Problem problem(Trouble trouble, String reason, String advice) {
    return new Problem("API server", trouble.host(), reason, advice, trouble.since());
  }

  @Override
  public void answered(Target target, int status, boolean again) {
    Trouble before = trouble;
    if (status != NO_ANSWER && status != UNAUTHORIZED && status < SERVER_ERROR) {
      trouble = null;
    } else if (before == null || before.status() != status) {
      Instant since = before == null ? timers.now() : before.since();
      trouble = new Trouble(since, target.host(), status);
    }
    next.answered(target, status, again);
  }

  @Override
  public void limited(Target target, Duration waited) {
    next.limited(target, waited);
  }

  @Override
  public void sent(Target target, long bytes) {
    next.sent(target, bytes);
  }

  @Override
  public void received(Target target, long bytes) {
    next.received(target, bytes);
  }

  @Override
  public void ended(Target target, Duration took) {
    next.ended(target, took);
  }

  @Override
  public void called(Outcome outcome, int code) {
    next.called(outcome, code);
  }
}
