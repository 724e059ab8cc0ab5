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
final class RequestExecutor {
  private final ApiConnection connection;
  private final ClientSettings settings;
  private final ObjectMapper json;
  private final Timers timers;
  private final ApiListener listener;

  RequestExecutor(
      ApiConnection connection, ClientSettings settings, ObjectMapper json, Timers timers) {
    this.connection = connection;
    this.settings = settings;
    this.json = json;
    this.timers = timers;
    this.listener = connection.listener();
  }

  /** Makes a value of a whole answer; a broken one is tried again like a broken connection. */
  interface ResponseReader<R> {
    R read(InputStream body) throws IOException;
  }

  /** Makes something lasting of an answer that is still coming in. */
  interface StreamOpener<R> {
    R open(ApiResponse response) throws IOException;
  }

  <R> R run(ApiRequest request, ResponseReader<R> reader) {
    ApiListener.Target target = connection.target(request);
    long startedAt = timers.nanoTime();
    try {
      keepToLimit(target);
      try (RequestDeadline deadline = RequestDeadline.ofCall(timers, settings.deadline())) {
        return reported(
            () -> retrying(request, deadline, again -> once(request, reader, deadline, again)));
      }
    } finally {
      listener.ended(target, since(startedAt));
    }
  }

  private void keepToLimit(ApiListener.Target target) {
    if (!settings.limit().isNone()) {
      long startedAt = timers.nanoTime();
      Sleep.of(settings.limit().reserve(), timers);
      listener.limited(target, since(startedAt));
    }
  }

  private Duration since(long nanoTime) {
    return Duration.ofNanos(timers.nanoTime() - nanoTime);
  }

  /** Watches are not counted by the limit, and whoever opens one deals with its failures. */
  <R> R stream(ApiRequest request, RequestDeadline deadline, StreamOpener<R> opener) {
    try {
      ApiResponse response = reported(() -> accepted(request, deadline, false));
      return opener.open(response);
    } catch (IOException e) {
      deadline.close();
      throw ApiErrors.ofBody(request, e, deadline);
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

  private <R> R retrying(ApiRequest request, RequestDeadline deadline, Attempt<R> attempt) {
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
        Sleep.of(pause.get(), timers);
      }
    }
  }

  private <R> R once(
      ApiRequest request, ResponseReader<R> reader, RequestDeadline deadline, boolean again) {
    listener.sent(connection.target(request), request.size());
    try (ApiResponse response = accepted(request, deadline, again)) {
      R result = reader.read(response.body());
      response.finish();
      listener.received(connection.target(request), response.received());
      return result;
    } catch (IOException e) {
      throw ApiErrors.ofBody(request, e, deadline);
    }
  }

  private ApiResponse accepted(ApiRequest request, RequestDeadline deadline, boolean again) {
    ApiResponse response = sent(request, deadline, again);
    if (response.succeeded()) {
      return response;
    }
    try (response) {
      ApiException refusal = ApiErrors.ofStatus(request, response, json, deadline);
      listener.received(connection.target(request), response.received());
      throw refusal;
    }
  }

  private ApiResponse sent(ApiRequest request, RequestDeadline deadline, boolean again) {
    int status = 0;
    try {
      ApiResponse response = connection.send(request, deadline);
      status = response.status();
      return response;
    } finally {
      listener.answered(connection.target(request), status, again);
    }
  }

  /** A server that answers late with a status is slow; one that does not answer may be gone. */
  private void noteLateness(ApiException e, RequestDeadline deadline) {
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
