package dev.jubelet.app.flags;

import static dev.jubelet.app.flags.Syntaxes.BOOL;
import static dev.jubelet.app.flags.Syntaxes.DURATION;
import static dev.jubelet.app.flags.Syntaxes.LEVEL;
import static dev.jubelet.app.flags.Syntaxes.QUANTITY;
import static dev.jubelet.app.flags.Syntaxes.STRING;
import static dev.jubelet.app.flags.Syntaxes.VMODULE;

import dev.jubelet.app.config.field.LoggingFields;
import java.util.List;

/** Flags that set how to log. */
final class LoggingFlags {
  private static final FlagGroup FLAGS = FlagGroup.ofFields();

  static {
    FLAGS.shadows(LoggingFields.LOGGING_FORMAT, "logging-format", STRING, "text or json.");
    FLAGS.sets(
        LoggingFields.LOGGING_FLUSH_FREQUENCY,
        "log-flush-frequency",
        DURATION,
        "Without effect: lines are written at once.");
    FLAGS.sets(
        LoggingFields.LOGGING_VERBOSITY,
        "v",
        LEVEL,
        "How much to log: 0 normal, 4 debug, 6 trace.");
    FLAGS.sets(LoggingFields.LOGGING_VMODULE, "vmodule", VMODULE, "Verbosity by class name.");
    FLAGS.shadows(
        LoggingFields.TEXT_SPLIT_STREAM,
        "log-text-split-stream",
        BOOL,
        "Send info to stdout and errors to stderr (text).");
    FLAGS.shadows(
        LoggingFields.TEXT_INFO_BUFFER_SIZE,
        "log-text-info-buffer-size",
        QUANTITY,
        "Buffer of info lines (text).");
    FLAGS.shadows(
        LoggingFields.JSON_SPLIT_STREAM,
        "log-json-split-stream",
        BOOL,
        "Send info to stdout and errors to stderr (json).");
    FLAGS.shadows(
        LoggingFields.JSON_INFO_BUFFER_SIZE,
        "log-json-info-buffer-size",
        QUANTITY,
        "Buffer of info lines (json).");
  }

  static final List<Flag<?>> ALL = FLAGS.all();

  private LoggingFlags() {}
}
