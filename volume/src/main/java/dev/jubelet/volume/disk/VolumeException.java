package dev.jubelet.volume.disk;

import org.jspecify.annotations.Nullable;

/** A volume cannot be had for now; the message is for the user. */
public final class VolumeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean waiting;
  private final boolean mapping;

  public VolumeException(String message) {
    super(message);
    this.waiting = false;
    this.mapping = false;
  }

  public VolumeException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
    this.waiting = false;
    this.mapping = false;
  }

  private VolumeException(
      String message, @Nullable Throwable cause, boolean waiting, boolean mapping) {
    super(message, cause);
    this.waiting = waiting;
    this.mapping = mapping;
  }

  /** Nothing is wrong yet: somebody else has to do a part first, and the pod is woken then. */
  public static VolumeException waiting(String message) {
    return new VolumeException(message, null, true, false);
  }

  /** A device could not be passed on. */
  public static VolumeException mapping(String message, Throwable cause) {
    boolean waiting = cause instanceof VolumeException v && v.isWaiting();
    return new VolumeException(message, cause, waiting, true);
  }

  public boolean isWaiting() {
    return waiting;
  }

  /** Whether a device was to be passed on, and not a directory to be made. */
  public boolean isMapping() {
    return mapping;
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
