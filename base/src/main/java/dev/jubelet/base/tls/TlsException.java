package dev.jubelet.base.tls;

import org.jspecify.annotations.Nullable;

/** A certificate or key cannot be used; the message names the file. */
public final class TlsException extends RuntimeException {
  /** What is wrong. */
  public enum Kind {
    UNREADABLE,
    INVALID
  }

  private final Kind kind;

  public TlsException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
