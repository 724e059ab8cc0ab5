package dev.jubelet.edge.systemd;

/** Something that the system bus, or a service on it, did not do. */
public final class BusException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong, as far as callers tell it apart. */
  public enum Kind {
    /** Nobody listens, or not to us. */
    UNREACHABLE,
    /** The connection ended, or the other side broke the protocol. */
    LOST,
    /** No answer in time. */
    LATE,
    /** The service answered with an error. */
    REFUSED
  }

  private final Kind kind;

  BusException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  BusException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? kind.toString() : message;
  }
}
