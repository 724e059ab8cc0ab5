package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

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

  Calls(ApiConnection connection, ClientSettings settings, ObjectMapper json, Timers timers) {
    this.connection = connection;
    this.settings = settings;
    this.json = json;
    this.timers = timers;
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
    Pause.of(settings.limit().reserve(), timers);
    try (Deadline deadline = Deadline.ofCall(timers, settings.deadline())) {
      return retrying(request, deadline, () -> once(request, reading, deadline));
    }
  }

  /** Watches are not counted by the limit, and whoever opens one deals with its failures. */
  <R> R stream(ApiRequest request, Deadline deadline, Opening<R> opening) {
    try {
      Answer answer = accepted(request, deadline);
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

  private interface Attempt<R> {
    R run();
  }

  private <R> R retrying(ApiRequest request, Deadline deadline, Attempt<R> attempt) {
    boolean newCredentials = false;
    for (int count = 1; ; count++) {
      try {
        return attempt.run();
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

  private <R> R once(ApiRequest request, Reading<R> reading, Deadline deadline) {
    try (Answer answer = accepted(request, deadline)) {
      R result = reading.read(answer.body());
      answer.finish();
      return result;
    } catch (IOException e) {
      throw Failures.ofBody(request, e, deadline);
    }
  }

  private Answer accepted(ApiRequest request, Deadline deadline) {
    Answer answer = connection.send(request, deadline);
    if (answer.succeeded()) {
      return answer;
    }
    try (answer) {
      throw Failures.ofStatus(request, answer, json, deadline);
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
