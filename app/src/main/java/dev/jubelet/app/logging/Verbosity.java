package dev.jubelet.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;

/**
 * How much is logged, as a number that can be changed while the process runs. Libraries stay at
 * warnings until everything is asked for. Thread: any. Owns: the levels of the root loggers.
 */
public final class Verbosity {
  /** For an agent whose user sees what happens to pods in another way. */
  public static final int ERRORS_ONLY = -2;

  private static final String OWN = "dev.jubelet";

  private final Logger own;
  private final Logger root;
  private volatile int current;

  Verbosity(LoggerContext context) {
    this.own = context.getLogger(OWN);
    this.root = context.getLogger(Logger.ROOT_LOGGER_NAME);
  }

  public int current() {
    return current;
  }

  public boolean isAtLeast(int verbosity) {
    return current >= verbosity;
  }

  /** Takes effect for the next event. */
  public void set(int verbosity) {
    current = verbosity;
    own.setLevel(LogLevels.of(verbosity));
    root.setLevel(verbosity >= LogLevels.TRACE ? Level.DEBUG : Level.WARN);
  }
}
