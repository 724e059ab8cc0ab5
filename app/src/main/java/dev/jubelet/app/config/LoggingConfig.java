package dev.jubelet.app.config;

import dev.jubelet.app.config.value.VmodulePattern;
import java.util.List;

/** How to write logs. */
public record LoggingConfig(Format format, int verbosity, List<VmodulePattern> vmodule) {
  /** The form of a log line. */
  public enum Format {
    TEXT,
    JSON
  }
}
