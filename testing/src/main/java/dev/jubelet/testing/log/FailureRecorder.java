package dev.jubelet.testing.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.jubelet.base.Lane;
import dev.jubelet.base.SystemTimers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Notes what lanes and timers of this process log as failed.
 *
 * <p>Thread: any. Owns: its place among the appenders, until {@link #close}.
 */
final class FailureRecorder implements AutoCloseable {
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final Notes notes = new Notes();

  FailureRecorder() {
    notes.start();
    loggers().forEach(this::attach);
  }

  /** Also where a test run logs nothing, these are noted. */
  private void attach(Logger logger) {
    if (!logger.isErrorEnabled()) {
      logger.setLevel(Level.ERROR);
    }
    logger.addAppender(notes);
  }

  List<String> seen() {
    return List.copyOf(seen);
  }

  @Override
  public void close() {
    loggers().forEach(logger -> logger.detachAppender(notes));
    notes.stop();
  }

  private static Stream<Logger> loggers() {
    return Stream.of(Lane.class, SystemTimers.class)
        .map(LoggerFactory::getLogger)
        .map(Logger.class::cast);
  }

  /** The appender. */
  private final class Notes extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      if (event.getLevel() == Level.ERROR) {
        String trace = ThrowableProxyUtil.asString(event.getThrowableProxy());
        seen.add(event.getMessage() + " " + event.getKeyValuePairs() + " " + trace);
      }
    }
  }
}
