package dev.jubelet.benchmark.node;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the times at the heads of log lines, which carry no year and no zone. */
public final class LogTimes {
  private static final Pattern HEAD =
      Pattern.compile("^[IWEF](\\d{4} \\d{2}:\\d{2}:\\d{2}\\.\\d{6}) ");

  private final DateTimeFormatter format;
  private final ZoneId zone;

  public LogTimes(Year year, ZoneId zone) {
    this.zone = zone;
    this.format =
        new DateTimeFormatterBuilder()
            .appendPattern("MMdd HH:mm:ss.SSSSSS")
            .parseDefaulting(ChronoField.YEAR, year.getValue())
            .toFormatter(java.util.Locale.ROOT);
  }

  /** When the first line with these words was written. */
  public Optional<Instant> find(String log, String words) {
    return log.lines()
        .filter(line -> line.contains(words))
        .map(HEAD::matcher)
        .filter(Matcher::find)
        .map(head -> LocalDateTime.parse(head.group(1), format).atZone(zone).toInstant())
        .findFirst();
  }
}
