package dev.jubelet.app.logging;

import ch.qos.logback.classic.Level;

/** How klog's verbosity numbers and the levels of SLF4J answer to one another. */
final class LogLevels {
  static final int DEBUG = 4;
  static final int TRACE = 6;

  private LogLevels() {}

  /** The level that lets everything up to this verbosity pass. */
  static Level of(long verbosity) {
    if (verbosity >= TRACE) {
      return Level.TRACE;
    }
    if (verbosity < 0) {
      return verbosity <= Verbosity.ERRORS_ONLY ? Level.ERROR : Level.WARN;
    }
    return verbosity >= DEBUG ? Level.DEBUG : Level.INFO;
  }

  /** The verbosity under which klog would have written such an event. */
  static int verbosity(Level level) {
    return switch (level.toInt()) {
      case Level.TRACE_INT -> TRACE;
      case Level.DEBUG_INT -> DEBUG;
      default -> 0;
    };
  }

  /** The letter at the start of a text line. */
  static char letter(Level level) {
    return switch (level.toInt()) {
      case Level.ERROR_INT -> 'E';
      case Level.WARN_INT -> 'W';
      default -> 'I';
    };
  }
}
