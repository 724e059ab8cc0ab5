package dev.jubelet.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** What the two forms of a log line share. Thread: any, one event at a time under its lock. */
abstract class LineEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};

  abstract String line(ILoggingEvent event, String caller);

  @Override
  public final byte[] encode(ILoggingEvent event) {
    return line(event, Caller.find()).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public final byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public final byte[] footerBytes() {
    return NOTHING;
  }

  static List<KeyValuePair> pairs(ILoggingEvent event) {
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    return pairs == null ? List.of() : pairs;
  }

  /** The value as it may be written. */
  static @Nullable Object visible(KeyValuePair pair) {
    return Secrets.isSecret(pair.key) ? Secrets.MASK : pair.value;
  }

  /** The exception of the event with its stack, or null when it has none. */
  static @Nullable String throwable(ILoggingEvent event) {
    return event.getThrowableProxy() == null
        ? null
        : ThrowableProxyUtil.asString(event.getThrowableProxy()).stripTrailing();
  }
}
