package dev.jubelet.base.metric;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of metrics in the making: family after family, each with its samples. A family without
 * samples leaves no trace. Series have the same names in both formats: a counter whose name lacks
 * the {@code _total} that OpenMetrics demands is called unknown there, not renamed.
 *
 * <p>Thread: one.
 */
public final class MetricText {
  private static final int PIECE_BYTES = 32 * 1024;
  private static final int NUMBER_BYTES = 32;
  private static final String TOTAL = "_total";
  private static final byte[] BUCKET = ascii("_bucket");
  private static final byte[] SUM = ascii("_sum");
  private static final byte[] COUNT = ascii("_count");
  private static final byte[] PLAIN = ascii("");

  private final Format format;
  private final TextBuffer out;
  private byte[] name = PLAIN;
  private @Nullable Head pending;
  private long lastMillis = -1;
  private byte[] lastTime = PLAIN;

  /** What stands above the samples of a family. */
  private record Head(String name, Kind kind, String help) {}

  /** A page that is kept until it is whole. */
  public MetricText(Format format) {
    this.format = format;
    this.out = new TextBuffer(PIECE_BYTES);
  }

  /**
   * A large page that leaves while it is made. That it cannot is an {@link
   * java.io.UncheckedIOException} of whatever is appended then.
   */
  public MetricText(Format format, OutputStream to) {
    this.format = format;
    this.out = new TextBuffer(PIECE_BYTES, to);
  }

  /** Begins a family; its samples follow. */
  public MetricText family(String familyName, Kind kind, String help) {
    name = ascii(familyName);
    pending = new Head(familyName, kind, help);
    return this;
  }

  private void write(Head head) {
    String shown = head.name();
    String type = head.kind().wireName();
    if (format == Format.OPEN_METRICS && head.kind() == Kind.COUNTER) {
      if (shown.endsWith(TOTAL)) {
        shown = shown.substring(0, shown.length() - TOTAL.length());
      } else {
        type = "unknown";
      }
    }
    out.append("# HELP ");
    out.append(shown);
    out.append(' ');
    out.append(head.help().replace("\\", "\\\\").replace("\n", "\\n"));
    out.append("\n# TYPE ");
    out.append(shown);
    out.append(' ');
    out.append(type);
    out.append('\n');
  }

  public void sample(MetricLabels labels, double value) {
    start(PLAIN, labels, null);
    number(value);
    out.append('\n');
  }

  /** A sample with a further label. */
  public void sample(MetricLabels labels, MetricLabels more, long value) {
    start(PLAIN, labels, more);
    number((double) value);
    out.append('\n');
  }

  /** A sample with a further label, of this moment. */
  public void sample(MetricLabels labels, MetricLabels more, double value, long millis) {
    start(PLAIN, labels, more);
    number(value);
    out.append(time(millis));
  }

  /** The end of a line; most lines of a page are of one moment. */
  private byte[] time(long millis) {
    if (millis != lastMillis) {
      lastMillis = millis;
      lastTime =
          ascii(
              format == Format.OPEN_METRICS
                  ? " %d.%03d\n".formatted(millis / 1000, millis % 1000)
                  : " " + millis + "\n");
    }
    return lastTime;
  }

  public void sample(MetricLabels labels, double value, long millis) {
    sample(labels, MetricLabels.NONE, value, millis);
  }

  /** A whole number; like any number of a page it is told to 53 bits. */
  public void sample(MetricLabels labels, MetricLabels more, long value, long millis) {
    sample(labels, more, (double) value, millis);
  }

  public void sample(MetricLabels labels, long value, long millis) {
    sample(labels, MetricLabels.NONE, (double) value, millis);
  }

  public void sample(MetricLabels labels, long value) {
    sample(labels, (double) value);
  }

  /** The samples of one histogram; the counts are of each bucket alone, the last without bound. */
  void histogram(MetricLabels labels, double[] bounds, long[] counts, double sum) {
    long below = 0;
    for (int i = 0; i < counts.length; i++) {
      below += counts[i];
      double bound = i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY;
      start(BUCKET, labels, MetricLabels.of("le", text(bound)));
      out.append(below);
      out.append('\n');
    }
    start(SUM, labels, null);
    number(sum);
    out.append('\n');
    start(COUNT, labels, null);
    out.append(below);
    out.append('\n');
  }

  private void start(byte[] suffix, MetricLabels labels, @Nullable MetricLabels more) {
    if (pending != null) {
      write(pending);
      pending = null;
    }
    out.append(name);
    out.append(suffix);
    byte[] first = labels.text();
    byte[] second = more == null ? PLAIN : more.text();
    if (first.length + second.length > 0) {
      out.append('{');
      out.append(first);
      if (first.length > 0 && second.length > 0) {
        out.append(',');
      }
      out.append(second);
      out.append('}');
    }
    out.append(' ');
  }

  private void number(double value) {
    NumberText.append(out, value);
  }

  private String text(double bound) {
    TextBuffer buffer = new TextBuffer(NUMBER_BYTES);
    NumberText.append(buffer, bound);
    String plain = new String(buffer.pieces().getFirst(), StandardCharsets.US_ASCII);
    boolean whole = plain.chars().allMatch(Character::isDigit);
    return format == Format.OPEN_METRICS && whole ? plain + ".0" : plain;
  }

  /** Ends the page and returns it, in pieces. */
  public List<byte[]> pieces() {
    mark();
    return out.pieces();
  }

  /** Ends a page that leaves while it is made. */
  public void end() {
    mark();
    out.flush();
  }

  private void mark() {
    if (format == Format.OPEN_METRICS) {
      out.append("# EOF\n");
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
