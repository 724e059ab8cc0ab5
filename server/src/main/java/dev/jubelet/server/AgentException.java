package dev.jubelet.server;

/** The agent cannot do what a request wants. */
public final class AgentException extends RuntimeException {
  /** What kind of no, and the status it is answered with. */
  public enum Kind {
    INVALID(400),
    NOT_FOUND(404),
    EXHAUSTED(429),
    INTERNAL(500);

    private final int status;

    Kind(int status) {
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  private final Kind kind;

  public AgentException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public AgentException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** The status it is answered with. */
  public int status() {
    return kind.status();
  }

  /** What the client reads. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
