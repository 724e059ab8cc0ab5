package dev.jubelet.volume;

/** A volume cannot be had for now; the message is for the user. */
final class VolumeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  VolumeException(String message) {
    super(message);
  }

  VolumeException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
  }

  /** The message, never null. */
  String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
