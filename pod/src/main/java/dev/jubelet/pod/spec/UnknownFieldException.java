package dev.jubelet.pod.spec;

/** A pod refers to a field or resource of itself that there is not; the message is for the user. */
public final class UnknownFieldException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnknownFieldException(String message) {
    super(message, null, false, false);
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
