package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.edge.apiserver.ApiException.Kind;

/** Which kind of failure a Status means: by its reason, and else by the HTTP code. Pure. */
final class ApiErrorKinds {
  private static final int SERVER_ERRORS = 500;
  private static final int CLIENT_ERRORS = 400;

  private ApiErrorKinds() {}

  static Kind kind(int code, JsonNode status) {
    if (tooLarge(status)) {
      return Kind.VERSION_TOO_LARGE;
    }
    return switch (status.path("reason").asText("")) {
      case "AlreadyExists" -> Kind.ALREADY_EXISTS;
      case "Expired", "Gone" -> Kind.GONE;
      default -> byCode(code);
    };
  }

  private static Kind byCode(int code) {
    return switch (code) {
      case 401 -> Kind.UNAUTHORIZED;
      case 403 -> Kind.FORBIDDEN;
      case 404 -> Kind.NOT_FOUND;
      case 408, 504 -> Kind.TIMEOUT;
      case 409, 412 -> Kind.CONFLICT;
      case 410 -> Kind.GONE;
      case 429 -> Kind.TOO_MANY_REQUESTS;
      case 502, 503 -> Kind.UNAVAILABLE;
      default -> byClass(code);
    };
  }

  private static Kind byClass(int code) {
    if (code >= SERVER_ERRORS) {
      return Kind.INTERNAL;
    }
    // A redirect or a success without an object is no answer of an API server.
    return code >= CLIENT_ERRORS ? Kind.INVALID : Kind.UNREADABLE;
  }

  /** Servers without the cause say it in words only. */
  private static boolean tooLarge(JsonNode status) {
    for (JsonNode cause : status.path("details").path("causes")) {
      if ("ResourceVersionTooLarge".equals(cause.path("reason").asText())) {
        return true;
      }
    }
    return status.path("message").asText("").startsWith("Too large resource version");
  }
}
