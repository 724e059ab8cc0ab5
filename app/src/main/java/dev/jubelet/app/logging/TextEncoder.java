package dev.jubelet.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Lines in klog's form: {@code I1115 14:53:01.123456 4711 SyncLoop.java:42] "Pod started"
 * pod="default/web"}.
 */
final class TextEncoder extends LineEncoder {
  private final DateTimeFormatter time;
  private final String pid;

  TextEncoder(ZoneId zone, long pid) {
    this.time = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS", Locale.ROOT).withZone(zone);
    this.pid = String.format(Locale.ROOT, "%7d", pid);
  }

  @Override
  String line(ILoggingEvent event, String caller) {
    Instant instant = event.getInstant();
    StringBuilder line = new StringBuilder(160);
    line.append(LogLevels.letter(event.getLevel()));
    time.formatTo(instant == null ? Instant.EPOCH : instant, line);
    line.append(' ').append(pid).append(' ').append(caller).append("] ");
    quote(line, event.getFormattedMessage());
    for (KeyValuePair pair : pairs(event)) {
      line.append(' ').append(pair.key).append('=');
      appendValue(line, visible(pair));
    }
    String throwable = throwable(event);
    if (throwable != null) {
      line.append(" err=");
      appendValue(line, throwable);
    }
    return line.append('\n').toString();
  }

  private static void appendValue(StringBuilder line, @Nullable Object value) {
    switch (value) {
      case null -> line.append("null");
      case Number number -> line.append(number);
      case Boolean flag -> line.append(flag);
      default -> appendText(line, value.toString());
    }
  }

  private static void appendText(StringBuilder line, String text) {
    if (text.indexOf('\n') < 0) {
      quote(line, text);
      return;
    }
    line.append("<\n");
    text.lines().forEach(part -> appendPart(line, part));
    line.append(" >");
  }

  private static void appendPart(StringBuilder line, String part) {
    line.append('\t').append(part.replaceAll("[\\p{Cntrl}&&[^\t]]", "?")).append('\n');
  }

  /** In quotes, with escapes for what could end the quote, break the line or fool a terminal. */
  private static void quote(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> line.append("\\\"");
        case '\\' -> line.append("\\\\");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            line.append(c);
          }
        }
      }
    }
    line.append('"');
  }
}
