package dev.jubelet.base.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/** The date as RFC 9110 section 5.6.7 wants it; the JDK's RFC 1123 formatter drops a zero. */
public final class HttpDate {
  private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  private HttpDate() {}

  public static String format(Instant instant) {
    LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(29);
    text.append(DAYS.get(time.getDayOfWeek().getValue() - 1)).append(", ");
    twoDigits(text, time.getDayOfMonth()).append(' ');
    text.append(MONTHS.get(time.getMonthValue() - 1)).append(' ').append(time.getYear());
    twoDigits(text.append(' '), time.getHour());
    twoDigits(text.append(':'), time.getMinute());
    twoDigits(text.append(':'), time.getSecond());
    return text.append(" GMT").toString();
  }

  /** Reads a date; empty when it is none. The two forms of the last century are not read. */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static StringBuilder twoDigits(StringBuilder text, int number) {
    return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }
}
