package dev.jubelet.pod.actuate;

/** The rest of a plan cannot be carried out; the message was made known as an event. */
final class ActuationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ActuationException(String message) {
    super(message);
  }

  String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
