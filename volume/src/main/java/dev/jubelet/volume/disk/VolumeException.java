package dev.jubelet.volume.disk;

import org.jspecify.annotations.Nullable;

/** A volume cannot be had for now; the message is for the user. */
public final class VolumeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the failure means. */
  private enum Kind {
    FAILED,
    WAITING,
    OVER_LIMIT
  }

  private final Kind kind;
  private final boolean mapping;

  public VolumeException(String message) {
    this(message, null, Kind.FAILED, false);
  }

  public VolumeException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
    this.kind = Kind.FAILED;
    this.mapping = false;
  }

  private VolumeException(String message, @Nullable Throwable cause, Kind kind, boolean mapping) {
    super(message, cause);
    this.kind = kind;
    this.mapping = mapping;
  }

  /** Nothing is wrong yet: somebody else has to do a part first, and the pod is woken then. */
  public static VolumeException waiting(String message) {
    return new VolumeException(message, null, Kind.WAITING, false);
  }

  /** The volume is for one pod at a time, and another has it. */
  public static VolumeException usedByAnother() {
    return new VolumeException(
        "volume uses the ReadWriteOncePod access mode and is already in use by another pod");
  }

  /** A device could not be passed on. */
  public static VolumeException mapping(String message, Throwable cause) {
    Kind kind = cause instanceof VolumeException v ? v.kind : Kind.FAILED;
    return new VolumeException(message, cause, kind, true);
  }

  public boolean isWaiting() {
    return kind == Kind.WAITING;
  }

  /** The node cannot have one more such volume: the pod should go elsewhere. */
  public static VolumeException overLimit(String message) {
    return new VolumeException(message, null, Kind.OVER_LIMIT, false);
  }

  public boolean isOverLimit() {
    return kind == Kind.OVER_LIMIT;
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
