package dev.jubelet.app.config.value;

/** A verbosity for the source files, here classes, whose name matches a glob. */
public record VmodulePattern(String filePattern, long verbosity) {
  @Override
  public String toString() {
    return filePattern + "=" + verbosity;
  }
}
