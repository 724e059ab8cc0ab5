package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Puts what went wrong into an {@link ApiException} with the kind that fits. */
final class ApiErrors {
  private static final int LARGEST_STATUS = 64 << 10;
  private static final int LONGEST_QUOTE = 200;
  private static final String NO_ROOM = "too many concurrent streams";

  private ApiErrors() {}

  /** There was no answer at all. */
  static ApiException ofTransport(ApiRequest request, Exception failure, RequestDeadline deadline) {
    Throwable cause = failure;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (deadline.expired()) {
      return new ApiException(Kind.TIMEOUT, request.text() + ": no answer in time", cause);
    }
    Kind kind = cause instanceof CancellationException ? Kind.CANCELLED : Kind.UNAVAILABLE;
    return new ApiException(kind, request.text() + ": " + words(cause), cause);
  }

  /**
   * Whether it was not sent because the connection has as many requests under way as the server
   * allows; the client says that in words only.
   */
  static boolean isForWantOfRoom(RuntimeException failure) {
    return failure instanceof ApiException
        && failure.getCause() instanceof IOException cause
        && words(cause).contains(NO_ROOM);
  }

  /** The body of an answer broke off, or is not what it should be. */
  static ApiException ofBody(ApiRequest request, IOException failure, RequestDeadline deadline) {
    if (deadline.expired()) {
      return new ApiException(
          Kind.TIMEOUT, request.text() + ": the answer did not come to its end in time", failure);
    }
    if (failure instanceof JsonProcessingException wrong) {
      return new ApiException(
          Kind.UNREADABLE, request.text() + ": " + wrong.getOriginalMessage(), failure);
    }
    return new ApiException(
        Kind.UNAVAILABLE, request.text() + ": the answer broke off: " + words(failure), failure);
  }

  /** The server said no; its reasons are in the body, if it is a Status. */
  static ApiException ofStatus(
      ApiRequest request, ApiResponse response, ObjectMapper json, RequestDeadline deadline) {
    byte[] body;
    try {
      body = response.body().readNBytes(LARGEST_STATUS);
    } catch (IOException e) {
      return ofBody(request, e, deadline);
    }
    return ofStatus(request, response.status(), status(json, body), body, retryAfter(response));
  }

  /** A Status that came in place of an object, as in a watch. */
  static ApiException ofStatus(ApiRequest request, JsonNode status) {
    return ofStatus(request, status.path("code").asInt(0), status, new byte[0], null);
  }

  private static ApiException ofStatus(
      ApiRequest request, int code, JsonNode status, byte[] body, @Nullable Duration retryAfter) {
    Kind kind = ApiErrorKinds.kind(code, status);
    String message = status.path("message").asText("");
    String said = message.isEmpty() ? quote(body) : message;
    return new ApiException(
        kind, code, request.text() + ": " + code + " " + said, retryAfter, null);
  }

  private static JsonNode status(ObjectMapper json, byte[] body) {
    try {
      JsonNode node = json.readTree(body);
      if ("Status".equals(node.path("kind").asText())) {
        return node;
      }
    } catch (IOException notJson) {
      // A proxy's page, perhaps: the code alone decides, and the text is quoted.
    }
    return json.createObjectNode();
  }

  private static @Nullable Duration retryAfter(ApiResponse response) {
    return response
        .header("Retry-After")
        .filter(text -> text.matches("\\d{1,6}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text)))
        .orElse(null);
  }

  private static String quote(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
  }

  /** The JDK's client often leaves the reason to a cause of the failure. */
  private static String words(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null && !message.isBlank()) {
        return message;
      }
    }
    return switch (failure) {
      case HttpConnectTimeoutException _ -> "connecting took too long";
      case ConnectException _ -> "connection refused, or no route to the server";
      default -> failure.getClass().getSimpleName();
    };
  }
}
