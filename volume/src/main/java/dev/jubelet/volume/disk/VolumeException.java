package dev.jubelet.volume.disk;

/** A volume cannot be had for now; the message is for the user. */
public final class VolumeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean waiting;

  public VolumeException(String message) {
    super(message);
    this.waiting = false;
  }

  public VolumeException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
    this.waiting = false;
  }

  private VolumeException(String message, boolean waiting) {
    super(message);
    this.waiting = waiting;
  }

  /** Nothing is wrong yet: somebody else has to do a part first, and the pod is woken then. */
  public static VolumeException waiting(String message) {
    return new VolumeException(message, true);
  }

  public boolean isWaiting() {
    return waiting;
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
