package dev.jubelet.edge.usage;

import dev.jubelet.edge.usage.CgroupUsage.Pressure;
import dev.jubelet.edge.usage.CgroupUsage.Share;
import java.util.Optional;

/**
 * Reads the two lines {@code some avg10=0.12 avg60=0.00 avg300=0.00 total=42} and {@code full …}.
 * The kernel leaves the second out where all tasks can never wait at once.
 *
 * <p>Thread: one. Owns: the place up to which it has read.
 */
final class PressureText {
  private static final Share NONE = new Share(0, 0, 0, 0);

  private final byte[] text;
  private final int length;
  private int at;

  private PressureText(byte[] text, int length) {
    this.text = text;
    this.length = length;
  }

  /** Empty for anything else. */
  static Optional<Pressure> parse(byte[] text, int length) {
    return new PressureText(text, length).pressure();
  }

  private Optional<Pressure> pressure() {
    Share some = null;
    Share full = NONE;
    while (at < length) {
      switch (text[at]) {
        case 's' -> some = share();
        case 'f' -> full = share();
        default -> at = length;
      }
    }
    return some == null ? Optional.empty() : Optional.of(new Pressure(some, full));
  }

  private Share share() {
    double avg10 = next();
    double avg60 = next();
    double avg300 = next();
    skipTo('=');
    long total = Digits.number(text, at, length);
    skipTo('\n');
    return new Share(avg10, avg60, avg300, total);
  }

  /** The next number behind an equals sign, which may have a fraction. */
  private double next() {
    skipTo('=');
    long digits = 0;
    double scale = 0;
    for (; at < length && (Digits.isDigit(text[at]) || text[at] == '.'); at++) {
      if (text[at] == '.') {
        scale = 1;
      } else {
        digits = 10 * digits + text[at] - '0';
        scale *= 10;
      }
    }
    return scale == 0 ? digits : digits / scale;
  }

  /** Goes behind the next of these characters, or to the end. */
  private void skipTo(char mark) {
    while (at < length && text[at] != mark) {
      at++;
    }
    at = Math.min(length, at + 1);
  }
}
