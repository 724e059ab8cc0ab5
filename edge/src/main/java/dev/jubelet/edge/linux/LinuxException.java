package dev.jubelet.edge.linux;

/** The kernel refused a call. Callers decide by {@link #kind}, people read the message. */
public final class LinuxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong, as far as callers tell it apart. */
  public enum Kind {
    NOT_FOUND("no such file or directory"),
    EXISTS("file exists"),
    NOT_A_DIRECTORY("not a directory"),
    /** The path leads out of the directory that it must stay in. */
    ESCAPES("the path leaves its directory, or is a loop of links"),
    BUSY("device or resource busy"),
    INVALID("invalid argument"),
    /** Names were changed while the kernel looked at them; another try may succeed. */
    CHANGED("changed meanwhile"),
    REFUSED("operation not permitted"),
    UNSUPPORTED("not known to this kernel"),
    /** The call has not come back within its time and may still be under way. */
    LATE("did not return in time"),
    /** The waiting thread was interrupted. */
    CANCELLED("interrupted"),
    OTHER("failed");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    static Kind of(int errno) {
      return switch (errno) {
        case 1, 13 -> REFUSED;
        case 2 -> NOT_FOUND;
        case 11 -> CHANGED;
        case 16 -> BUSY;
        case 17 -> EXISTS;
        case 18, 40 -> ESCAPES;
        case 20 -> NOT_A_DIRECTORY;
        case 22 -> INVALID;
        case 38 -> UNSUPPORTED;
        default -> OTHER;
      };
    }
  }

  private final Kind kind;

  public LinuxException(Kind kind, String what) {
    super(what + ": " + kind.words);
    this.kind = kind;
  }

  LinuxException(int errno, String what) {
    super(what + ": " + Kind.of(errno).words + " (errno " + errno + ")");
    this.kind = Kind.of(errno);
  }

  public Kind kind() {
    return kind;
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
