package dev.jubelet.image.archive;

import org.jspecify.annotations.Nullable;

/** An archive was not loaded. */
public final class ArchiveException extends RuntimeException {
  /** Whose fault it is, and so whether another attempt makes sense. */
  public enum Kind {
    /** There is no such file, or it cannot be read. */
    NOT_FOUND,
    /** It is no archive of images, or not a whole one: it has to change first. */
    BAD,
    /** The runtime cannot import now, or not at all: the archive may be fine. */
    UNAVAILABLE
  }

  private final Kind kind;

  ArchiveException(Kind kind, String message) {
    this(kind, message, null);
  }

  ArchiveException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** What people read. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
