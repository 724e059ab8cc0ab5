package dev.jubelet.app.logging;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Brings what libraries say to the JDK's own logging into ours, from warnings on. What they say
 * below that is about themselves and not about pods.
 *
 * <p>Thread: any.
 */
final class JulBridge extends Handler {

  /** Replaces all handlers of the JDK's logging. */
  static void install() {
    LogManager.getLogManager().reset();
    java.util.logging.Logger root = java.util.logging.Logger.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(new JulBridge());
  }

  @Override
  public void publish(LogRecord entry) {
    String name = entry.getLoggerName() == null ? "jdk" : entry.getLoggerName();
    org.slf4j.Logger log = LoggerFactory.getLogger(name);
    LoggingEventBuilder event =
        entry.getLevel().intValue() >= Level.SEVERE.intValue() ? log.atError() : log.atWarn();
    event.setCause(entry.getThrown()).log(String.valueOf(entry.getMessage()));
  }

  @Override
  public void flush() {
    // Every line is written when it comes.
  }

  @Override
  public void close() {
    // There is nothing to release.
  }
}
