package dev.jubelet.resource.userns;

/** A pod cannot have users of its own; the message says why and what to do. */
public final class UserNamespaceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whose fault it is. */
  public enum Kind {
    /** What the node has set aside for pods cannot be used. */
    SETUP,
    /** All is in use. */
    EXHAUSTED,
    /** The file of one pod cannot be read or written. */
    FILE
  }

  private final Kind kind;

  UserNamespaceException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
