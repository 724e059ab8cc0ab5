package dev.jubelet.base.metric;

import java.util.Locale;

/** The two texts in which metrics are read. */
public enum Format {
  PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
  OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

  private static final String OPEN = "application/openmetrics-text";
  private static final String PLAIN = "text/plain";

  private final String contentType;

  Format(String contentType) {
    this.contentType = contentType;
  }

  public String contentType() {
    return contentType;
  }

  /** What an Accept header asks for; the plain text unless OpenMetrics is liked as much. */
  public static Format accepted(String header) {
    double open = 0;
    double plain = 0;
    for (String range : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      String type = range.split(";", 2)[0].strip();
      if (type.equals(OPEN)) {
        open = Math.max(open, quality(range));
      } else if (type.equals(PLAIN)) {
        plain = Math.max(plain, quality(range));
      }
    }
    return open > 0 && open >= plain ? OPEN_METRICS : PROMETHEUS;
  }

  private static double quality(String range) {
    for (String parameter : range.split(";", -1)) {
      String text = parameter.strip();
      if (text.startsWith("q=")) {
        try {
          return Double.parseDouble(text.substring(2));
        } catch (NumberFormatException e) {
          return 0;
        }
      }
    }
    return 1;
  }
}
