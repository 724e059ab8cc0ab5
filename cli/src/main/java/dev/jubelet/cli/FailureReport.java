package dev.jubelet.cli;

import dev.jubelet.cli.fault.CliException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/**
 * Tells the user in one line what went wrong, and the exit code that says so.
 *
 * <p>Thread: any; immutable.
 */
final class FailureReport {
  private static final String DEBUG = "JUBELET_DEBUG";

  private final PrintStream err;
  private final boolean debug;

  FailureReport(PrintStream err, Map<String, String> environment) {
    this.err = err;
    this.debug = environment.getOrDefault(DEBUG, "").equals("1");
  }

  /** Prints it and returns the exit code. */
  int report(Throwable e) {
    int code = e instanceof CliException known ? known.exitCode() : 1;
    if (!(e instanceof CliException known && known.kind() == CliException.Kind.NO_READER)) {
      err.println("jubelet: " + text(e));
    }
    if (debug) {
      e.printStackTrace(err);
    }
    return code;
  }

  private static String text(Throwable e) {
    return switch (e) {
      case CliException known -> String.valueOf(known.getMessage());
      case NoSuchFileException missing -> "cannot read " + missing.getFile() + ": no such file";
      case AccessDeniedException denied ->
          "cannot read " + denied.getFile() + ": permission denied";
      case FileSystemException file when file.getReason() != null ->
          "cannot use " + file.getFile() + ": " + file.getReason();
      case IOException io when io.getMessage() != null -> io.getMessage();
      default -> "internal error: " + e + "; set " + DEBUG + "=1 to see where";
    };
  }
}
