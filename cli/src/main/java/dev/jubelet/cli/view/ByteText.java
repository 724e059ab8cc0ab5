package dev.jubelet.cli.view;

import java.util.Locale;

/** Numbers of bytes as people read them; pure. */
final class ByteText {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

  private ByteText() {}

  static String of(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double size = bytes;
    int unit = -1;
    while (size >= 1024 && unit < UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", size, UNITS[unit]);
  }
}
