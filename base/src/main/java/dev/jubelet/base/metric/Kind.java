package dev.jubelet.base.metric;

import java.util.Locale;

/** What the numbers of a family mean. */
public enum Kind {
  /** Only ever grows, from zero at the start of the process. */
  COUNTER,
  /** Goes up and down. */
  GAUGE,
  /** Counts observations by size. */
  HISTOGRAM;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
