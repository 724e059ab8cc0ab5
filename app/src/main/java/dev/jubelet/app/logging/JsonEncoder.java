package dev.jubelet.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * One JSON object per line: {@code {"ts":1731682381123.456,"caller":"SyncLoop.java:42","msg":"Pod
 * started","v":0,"pod":"default/web"}}. The time is in milliseconds; errors have no {@code v}.
 */
final class JsonEncoder extends LineEncoder {
  private static final int MICROS_AFTER_THE_POINT = 3;
  private final JsonFactory json = new JsonFactory();

  @Override
  String line(ILoggingEvent event, String caller) {
    StringWriter line = new StringWriter(200);
    try (JsonGenerator out = json.createGenerator(line)) {
      out.writeStartObject();
      out.writeNumberField("ts", millis(event.getInstant()));
      out.writeStringField("caller", caller);
      out.writeStringField("msg", event.getFormattedMessage());
      if (!event.getLevel().equals(Level.ERROR)) {
        out.writeNumberField("v", LogLevels.verbosity(event.getLevel()));
      }
      for (KeyValuePair pair : pairs(event)) {
        writeValue(out, pair.key, visible(pair));
      }
      String throwable = throwable(event);
      if (throwable != null) {
        out.writeStringField("err", throwable);
      }
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return line + "\n";
  }

  private static BigDecimal millis(@Nullable Instant instant) {
    Instant when = instant == null ? Instant.EPOCH : instant;
    long micros = when.getEpochSecond() * 1_000_000 + when.getNano() / 1_000;
    return BigDecimal.valueOf(micros, MICROS_AFTER_THE_POINT);
  }

  private static void writeValue(JsonGenerator out, String key, @Nullable Object value)
      throws IOException {
    out.writeFieldName(key);
    switch (value) {
      case null -> out.writeNull();
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case Double number when Double.isFinite(number) -> out.writeNumber(number);
      case Boolean flag -> out.writeBoolean(flag);
      default -> out.writeString(value.toString());
    }
  }
}
