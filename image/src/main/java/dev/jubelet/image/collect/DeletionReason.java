package dev.jubelet.image.collect;

/** Why an image goes. */
public enum DeletionReason {
  AGE("age", "unused for longer than imageMaximumGCAge"),
  SPACE("space", "frees space"),
  LAST_RESORT("space", "imported; goes because the disk stays full without it");

  private final String metricName;
  private final String text;

  DeletionReason(String metricName, String text) {
    this.metricName = metricName;
    this.text = text;
  }

  /** As the metric counts it. */
  public String metricName() {
    return metricName;
  }

  /** The reason in words for people. */
  public String text() {
    return text;
  }
}
