package dev.jubelet.server.auth.review;

import org.jspecify.annotations.Nullable;

/** A question about a caller was not answered. Whoever asked must take that for a no. */
public final class ReviewException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What may be done about it. */
  public enum Kind {
    /** The server failed or is busy; it may be asked again. */
    TRANSIENT,
    /** Asking again would not help. */
    FAILED,
    /** No answer in time. */
    TIMEOUT,
    /** Whoever waited was told to stop. */
    CANCELLED
  }

  private final Kind kind;

  public ReviewException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
