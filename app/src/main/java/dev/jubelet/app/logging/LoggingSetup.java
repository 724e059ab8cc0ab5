package dev.jubelet.app.logging;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.jubelet.app.config.LoggingConfig;
import dev.jubelet.app.config.LoggingConfig.Format;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Sets Logback up without a configuration file. Logback finds this class as a service and starts
 * with text on standard error; {@link #apply} then brings the user's wishes in.
 */
public final class LoggingSetup extends ContextAwareBase implements Configurator {
  private static final LoggingConfig FIRST = new LoggingConfig(Format.TEXT, 0, List.of());

  /** For Logback's service loader. */
  public LoggingSetup() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    apply(context, FIRST, standardError());
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Replaces the output and levels of the whole process; to be called once, at start. */
  public static ProcessLog apply(LoggingConfig config) {
    JulBridge.install();
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    return apply(context, config, standardError());
  }

  static ProcessLog apply(LoggerContext context, LoggingConfig config, OutputStream out) {
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    context.resetTurboFilterList();
    StreamAppender appender = appender(context, encoder(config.format()), out);
    root.addAppender(appender);
    if (!config.vmodule().isEmpty()) {
      context.addTurboFilter(new VmoduleFilter(config.vmodule()));
    }
    Verbosity verbosity = new Verbosity(context);
    verbosity.set(config.verbosity());
    return new ProcessLog(verbosity, appender::flush);
  }

  private static OutputStream standardError() {
    return new FileOutputStream(FileDescriptor.err);
  }

  private static LineEncoder encoder(Format format) {
    return switch (format) {
      case TEXT -> new TextEncoder(ZoneId.systemDefault(), ProcessHandle.current().pid());
      case JSON -> new JsonEncoder();
    };
  }

  private static StreamAppender appender(
      LoggerContext context, LineEncoder encoder, OutputStream out) {
    StreamAppender appender = new StreamAppender();
    appender.setContext(context);
    encoder.setContext(context);
    encoder.start();
    appender.setEncoder(encoder);
    appender.setOutputStream(out);
    appender.start();
    return appender;
  }

  /** Leaves its stream open when it is replaced: standard error belongs to the process. */
  private static final class StreamAppender extends OutputStreamAppender<ILoggingEvent> {
    @Override
    protected void closeOutputStream() {
      // Every line is written when it comes, so there is nothing to flush either.
    }

    /** A line under way holds the lock until it is written. */
    void flush() {
      streamWriteLock.lock();
      try {
        getOutputStream().flush();
      } catch (IOException e) {
        throw new UncheckedIOException("the log cannot be written", e);
      } finally {
        streamWriteLock.unlock();
      }
    }
  }
}
