package dev.jubelet.server.logs;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;

/**
 * The time at the beginning of a line. The forms that runtimes write, {@code
 * 2026-01-31T23:59:59.123456789Z} and the same with {@code +02:00}, are read as they stand;
 * whatever else the standard allows takes the long way.
 *
 * <p>Thread: one. Owns: the time read last, and its text.
 */
final class CriTime {
  private static final DateTimeFormatter OUTPUT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnnXXX");
  private static final byte[] SHAPE = "0000-00-00T00:00:00".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ZONE = "+00:00".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 9;
  private static final int MOST_ZONE_HOURS = 17;
  private static final long SECONDS_OF_DAY = 86_400;

  private final byte[] usual = new byte[SHAPE.length + 1 + DIGITS + ZONE.length];
  // Lines that follow one another are mostly of one day.
  private LocalDate date = LocalDate.EPOCH;
  private long dateStart;
  private long seconds;
  private int nanos;
  private byte[] text = usual;
  private int length;

  /** Reads a time; false when it is none. */
  boolean read(byte[] bytes, int from, int to) {
    try {
      return readUsual(bytes, from, to) || readOther(bytes, from, to);
    } catch (DateTimeException e) {
      // The caller leaves such a line out.
      return false;
    }
  }

  /** Whether it lies before that moment. */
  boolean isBefore(Instant moment) {
    return seconds == moment.getEpochSecond()
        ? nanos < moment.getNano()
        : seconds < moment.getEpochSecond();
  }

  /** With nine digits of a second, in the zone in which the runtime wrote it. */
  byte[] text() {
    return text;
  }

  /** How many bytes of the text count. */
  int length() {
    return length;
  }

  private boolean readUsual(byte[] bytes, int from, int to) {
    int point = from + SHAPE.length;
    if (point >= to || !hasShape(bytes, from, SHAPE)) {
      return false;
    }
    int fraction = bytes[point] == '.' ? digits(bytes, point + 1, to) : 0;
    int zone = bytes[point] == '.' ? point + 1 + fraction : point;
    if (zone == point + 1 || fraction > DIGITS || !isUsualZone(bytes, zone, to)) {
      return false;
    }
    int hour = number(bytes, from + 11, 2);
    int minute = number(bytes, from + 14, 2);
    int second = number(bytes, from + 17, 2);
    if (hour > 23 || minute > 59 || second > 59) {
      return false;
    }
    goTo(number(bytes, from, 4), number(bytes, from + 5, 2), number(bytes, from + 8, 2));
    seconds = dateStart + (hour * 60L + minute) * 60 + second - offset(bytes, zone);
    write(bytes, from, fraction, zone, to);
    return true;
  }

  /** A digit where the shape has one, and the same where it has none. */
  private static boolean hasShape(byte[] bytes, int from, byte[] shape) {
    for (int i = 0; i < shape.length; i++) {
      byte is = bytes[from + i];
      if (shape[i] == '0' ? is < '0' || is > '9' : is != shape[i]) {
        return false;
      }
    }
    return true;
  }

  /** How many digits stand from here. */
  private static int digits(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at - from;
  }

  private static int number(byte[] bytes, int from, int digits) {
    int number = 0;
    for (int i = from; i < from + digits; i++) {
      number = number * 10 + bytes[i] - '0';
    }
    return number;
  }

  /** Z, or some hours and minutes that are written as they are. */
  private static boolean isUsualZone(byte[] bytes, int from, int to) {
    if (to - from == 1) {
      return bytes[from] == 'Z';
    }
    if (to - from != ZONE.length || (bytes[from] != '+' && bytes[from] != '-')) {
      return false;
    }
    return digits(bytes, from + 1, to) == 2
        && bytes[from + 3] == ':'
        && digits(bytes, from + 4, to) == 2
        && number(bytes, from + 1, 2) <= MOST_ZONE_HOURS
        && number(bytes, from + 4, 2) <= 59
        && offset(bytes, from) != 0;
  }

  /** Seconds east of Greenwich. */
  private static int offset(byte[] bytes, int zone) {
    if (bytes[zone] == 'Z') {
      return 0;
    }
    int east = (number(bytes, zone + 1, 2) * 60 + number(bytes, zone + 4, 2)) * 60;
    return bytes[zone] == '-' ? -east : east;
  }

  private void goTo(int year, int month, int day) {
    if (date.getDayOfMonth() != day || date.getMonthValue() != month || date.getYear() != year) {
      date = LocalDate.of(year, month, day);
      dateStart = date.toEpochDay() * SECONDS_OF_DAY;
    }
  }

  private void write(byte[] bytes, int from, int fraction, int zone, int to) {
    int point = SHAPE.length;
    System.arraycopy(bytes, from, usual, 0, point);
    usual[point] = '.';
    nanos = 0;
    for (int i = 1; i <= DIGITS; i++) {
      usual[point + i] = i <= fraction ? bytes[from + point + i] : (byte) '0';
      nanos = nanos * 10 + usual[point + i] - '0';
    }
    System.arraycopy(bytes, zone, usual, point + 1 + DIGITS, to - zone);
    length = point + 1 + DIGITS + to - zone;
    text = usual;
  }

  private boolean readOther(byte[] bytes, int from, int to) {
    String written = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    OffsetDateTime time = OffsetDateTime.parse(written);
    seconds = time.toEpochSecond();
    nanos = time.getNano();
    text = OUTPUT.format(time).getBytes(StandardCharsets.US_ASCII);
    length = text.length;
    return true;
  }
}
