package dev.jubelet.edge.apiserver;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * A call to the API server failed. Callers switch on the kind; the message names the request and
 * says what the server said.
 */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why it failed, as far as a caller can act on it. */
  public enum Kind {
    NOT_FOUND,
    /** An object of that name exists. */
    ALREADY_EXISTS,
    /** The object changed meanwhile, or a precondition does not hold. */
    CONFLICT,
    /** The resource version or the continuation is too old: list again. */
    GONE,
    /** The server is behind the resource version that was asked for. */
    VERSION_TOO_LARGE,
    /** The server does not know us. */
    UNAUTHORIZED,
    /** The server knows us and says no. */
    FORBIDDEN,
    TOO_MANY_REQUESTS,
    /** No answer in time; the server may still carry it out. */
    TIMEOUT,
    /** The server cannot be reached, broke off, or refuses for now. */
    UNAVAILABLE,
    /** The request is wrong. */
    INVALID,
    /** The answer is incomplete, not JSON, or not what was asked for. */
    UNREADABLE,
    /** We have no credentials, or TLS cannot be set up with them. */
    CREDENTIALS,
    /** The calling thread was interrupted, or the connection closed by us. */
    CANCELLED,
    /** The server failed. */
    INTERNAL
  }

  private final Kind kind;
  private final int code;
  private final @Nullable Duration retryAfter;

  public ApiException(Kind kind, String message) {
    this(kind, 0, message, null, null);
  }

  public ApiException(Kind kind, String message, @Nullable Throwable cause) {
    this(kind, 0, message, null, cause);
  }

  ApiException(
      Kind kind,
      int code,
      String message,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  public Kind kind() {
    return kind;
  }

  /** The HTTP status, or 0 when there was no answer. */
  public int code() {
    return code;
  }

  /** How long the server asked us to wait. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Whether the server did not answer at all. The connection logs that, once for all calls. */
  public boolean isOutage() {
    return kind == Kind.UNAVAILABLE || (kind == Kind.TIMEOUT && code == 0);
  }

  /** At which level a caller logs its failure, when it would log another at this one. */
  public Level level(Level usual) {
    return isOutage() ? Level.DEBUG : usual;
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
