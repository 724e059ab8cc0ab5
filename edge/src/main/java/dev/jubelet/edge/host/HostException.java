package dev.jubelet.edge.host;

import org.jspecify.annotations.Nullable;

/** The machine refused something. Callers decide by {@link #kind}, people read the message. */
public final class HostException extends RuntimeException {

  /** What went wrong. */
  public enum Kind {
    /** A per-user or per-system limit is used up; another program may give something back. */
    LIMIT_REACHED,
    /** The path is not there, or is not of the kind that was needed. */
    NOT_FOUND,
    /** The kernel or the file system cannot do this. */
    UNSUPPORTED,
    /** A file of the kernel could not be read or has an unknown form. */
    UNREADABLE
  }

  private final Kind kind;

  public HostException(Kind kind, String message) {
    this(kind, message, null);
  }

  public HostException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
