package dev.jubelet.volume.disk;

import org.jspecify.annotations.Nullable;

/** A volume cannot be had for now; the message is for the user. */
public final class VolumeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the failure means. */
  private enum Kind {
    FAILED,
    WAITING,
    OVER_LIMIT,
    UNPROCESSED
  }

  private final Kind kind;
  private final boolean mapping;

  /** Empty when nothing special was done. */
  private final String step;

  public VolumeException(String message) {
    this(message, null, Kind.FAILED, false, "");
  }

  public VolumeException(String message, Throwable cause) {
    this(message + ": " + cause.getMessage(), cause, Kind.FAILED, false, "");
  }

  private VolumeException(
      String message, @Nullable Throwable cause, Kind kind, boolean mapping, String step) {
    super(message, cause);
    this.kind = kind;
    this.mapping = mapping;
    this.step = step;
  }

  /** Nothing is wrong yet: somebody else has to do a part first, and the pod is woken then. */
  public static VolumeException waiting(String message) {
    return new VolumeException(message, null, Kind.WAITING, false, "");
  }

  /** It is not known what the volume is, so nothing was begun. */
  public static VolumeException unprocessed(String message) {
    return new VolumeException(message, null, Kind.UNPROCESSED, false, "");
  }

  /** The same failure of a step that people know by this name, such as MountVolume.MountDevice. */
  public VolumeException at(String failedStep) {
    return new VolumeException(text(), this, kind, mapping, failedStep);
  }

  /** The volume is for one pod at a time, and another has it. */
  public static VolumeException usedByAnother() {
    return new VolumeException(
        "volume uses the ReadWriteOncePod access mode and is already in use by another pod");
  }

  /** A device could not be passed on. */
  public static VolumeException mapping(String message, Throwable cause) {
    return cause instanceof VolumeException v
        ? new VolumeException(message, cause, v.kind, true, v.step)
        : new VolumeException(message, cause, Kind.FAILED, true, "");
  }

  public boolean isWaiting() {
    return kind == Kind.WAITING;
  }

  /** The node cannot have one more such volume: the pod should go elsewhere. */
  public static VolumeException overLimit(String message) {
    return new VolumeException(message, null, Kind.OVER_LIMIT, false, "");
  }

  public boolean isOverLimit() {
    return kind == Kind.OVER_LIMIT;
  }

  public boolean isUnprocessed() {
    return kind == Kind.UNPROCESSED;
  }

  /** What was done, with the name that events have for it. */
  public String step() {
    if (!step.isEmpty()) {
      return step;
    }
    return mapping ? "MapVolume.SetUpDevice" : "MountVolume.SetUp";
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
