package dev.jubelet.cli.fault;

import org.jspecify.annotations.Nullable;

/** A mistake or a failure that is told to the user in one line; the process ends with its code. */
public final class CliException extends RuntimeException {
  /** What went wrong, with the exit code that says so. */
  public enum Kind {
    FAILED(1),
    USAGE(2),
    NO_AGENT(3),
    NOT_FOUND(4),
    /** The output cannot be written. */
    OUTPUT(1),
    /** Whoever read the output has gone: there is nobody to tell. */
    NO_READER(141);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  private final Kind kind;

  public CliException(Kind kind, String message) {
    this(kind, message, null);
  }

  public CliException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  public int exitCode() {
    return kind.exitCode;
  }
}
