package dev.jubelet.server.logs;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a log answers, told in the plainest way: whole text, one line after the other. */
final class LogReference {
  private static final Pattern LINE = Pattern.compile("(?s)([^ ]*) (?:stdout|stderr) ([^ ]*) (.*)");
  private static final DateTimeFormatter NINE_DIGITS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnnXXX");

  private final LogQuery query;
  private final StringBuilder answer = new StringBuilder();
  private boolean inside;

  private LogReference(LogQuery query) {
    this.query = query;
  }

  /** Of a text in which each character stands for one byte. */
  static String answer(String file, LogQuery query) {
    LogReference reference = new LogReference(query);
    file.lines().forEach(reference::line);
    Long limit = query.limitBytes();
    int length = reference.answer.length();
    return reference.answer.substring(0, (int) Math.min(length, limit == null ? length : limit));
  }

  private void line(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return;
    }
    if (query.since() != null || query.timestamps()) {
      OffsetDateTime time;
      try {
        time = OffsetDateTime.parse(matcher.group(1));
      } catch (DateTimeException e) {
        return;
      }
      if (query.since() != null && time.toInstant().isBefore(query.since())) {
        return;
      }
      if (query.timestamps() && !inside) {
        answer.append(NINE_DIGITS.format(time)).append(' ');
      }
    }
    answer.append(matcher.group(3));
    inside = matcher.group(2).split(":", -1)[0].equals("P");
    if (!inside) {
      answer.append('\n');
    }
  }
}
