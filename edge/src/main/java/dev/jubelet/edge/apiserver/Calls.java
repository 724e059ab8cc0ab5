package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Carries out requests: keeps to the rate limit, sends again what may be sent again, and reads the
 * answer to its end.
 *
 * <p>Thread: any; calls block.
 */
final class Calls {
  private final ApiConnection connection;
  private final ClientSettings settings;
  private final ObjectMapper json;
  private final Timers timers;
  private final ApiListener listener;

  Calls(ApiConnection connection, ClientSettings settings, ObjectMapper json, Timers timers) {
    this.connection = connection;
    this.settings = settings;
    this.json = json;
    this.timers = timers;
    this.listener = connection.listener();
  }

  /** Makes a value of a whole answer; a broken one is tried again like a broken connection. */
  interface Reading<R> {
    R read(InputStream body) throws IOException;
  }

  /** Makes something lasting of an answer that is still coming in. */
  interface Opening<R> {
    R open(Answer answer) throws IOException;
  }

  <R> R run(ApiRequest request, Reading<R> reading) {
    ApiListener.Target target = connection.target(request);
    long startedAt = timers.nanoTime();
    try {
      keepToLimit(target);
      try (Deadline deadline = Deadline.ofCall(timers, settings.deadline())) {
        return reported(
            () -> retrying(request, deadline, again -> once(request, reading, deadline, again)));
      }
    } finally {
      listener.ended(target, since(startedAt));
    }
  }

  private void keepToLimit(ApiListener.Target target) {
    if (!settings.limit().isNone()) {
      long startedAt = timers.nanoTime();
      Pause.of(settings.limit().reserve(), timers);
      listener.limited(target, since(startedAt));
    }
  }

  private Duration since(long nanoTime) {
    return Duration.ofNanos(timers.nanoTime() - nanoTime);
  }

  /** Watches are not counted by the limit, and whoever opens one deals with its failures. */
  <R> R stream(ApiRequest request, Deadline deadline, Opening<R> opening) {
    try {
      Answer answer = reported(() -> accepted(request, deadline, false));
      return opening.open(answer);
    } catch (IOException e) {
      deadline.close();
      throw Failures.ofBody(request, e, deadline);
    } catch (ApiException e) {
      deadline.close();
      noteLateness(e, deadline);
      throw e;
    }
  }

  /** Has the outage log know what came of it. */
  private <R> R reported(Supplier<R> call) {
    long begun = timers.nanoTime();
    try {
      R result = call.get();
      connection.outages().answered();
      return result;
    } catch (ApiException e) {
      if (e.isOutage()) {
        connection.outages().failed(e.text(), begun);
      } else if (e.code() != 0) {
        connection.outages().answered();
      }
      throw e;
    }
  }

  private interface Attempt<R> {
    R run(boolean again);
  }

  private <R> R retrying(ApiRequest request, Deadline deadline, Attempt<R> attempt) {
    boolean newCredentials = false;
    for (int count = 1; ; count++) {
      try {
        return attempt.run(count > 1);
      } catch (ApiException e) {
        if (e.kind() == ApiException.Kind.UNAUTHORIZED && !newCredentials) {
          newCredentials = true;
          connection.rejected();
          continue;
        }
        Optional<Duration> pause = RetryRule.pause(e, count, request.reading());
        if (pause.isEmpty() || pause.get().compareTo(deadline.remaining()) >= 0) {
          noteLateness(e, deadline);
          throw e;
        }
        Pause.of(pause.get(), timers);
      }
    }
  }

  private <R> R once(ApiRequest request, Reading<R> reading, Deadline deadline, boolean again) {
    listener.sent(connection.target(request), request.size());
    try (Answer answer = accepted(request, deadline, again)) {
      R result = reading.read(answer.body());
      answer.finish();
      listener.received(connection.target(request), answer.received());
      return result;
    } catch (IOException e) {
      throw Failures.ofBody(request, e, deadline);
    }
  }

  private Answer accepted(ApiRequest request, Deadline deadline, boolean again) {
    Answer answer = sent(request, deadline, again);
    if (answer.succeeded()) {
      return answer;
    }
    try (answer) {
      ApiException refusal = Failures.ofStatus(request, answer, json, deadline);
      listener.received(connection.target(request), answer.received());
      throw refusal;
    }
  }

  private Answer sent(ApiRequest request, Deadline deadline, boolean again) {
    int status = 0;
    try {
      Answer answer = connection.send(request, deadline);
      status = answer.status();
      return answer;
    } finally {
      listener.answered(connection.target(request), status, again);
    }
  }

  /** A server that answers late with a status is slow; one that does not answer may be gone. */
  private void noteLateness(ApiException e, Deadline deadline) {
    if (e.kind() != ApiException.Kind.TIMEOUT || e.code() != 0) {
      return;
    }
    if (settings.leaveWhenLate()) {
      connection.leave(deadline.sentAt(), e.text());
    } else {
      connection.suspect();
    }
  }
}
