package dev.jubelet.server.http;

/** A handler's "no": the router turns it into a plain-text answer with this status. */
public final class Refusal extends RuntimeException {
  private final int status;

  public Refusal(int status, String message) {
    super(message);
    this.status = status;
  }

  public int status() {
    return status;
  }

  /** What the client reads. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
