package dev.jubelet.volume.disk;

/** A volume cannot be had for now; the message is for the user. */
public final class VolumeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public VolumeException(String message) {
    super(message);
  }

  public VolumeException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
