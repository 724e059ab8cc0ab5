package dev.jubelet.benchmark.report;

/** Whether a target was met. */
public enum Verdict {
  MET("met"),
  MISSED("MISSED"),
  NOT_JUDGED("");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  static Verdict when(boolean met) {
    return met ? MET : MISSED;
  }

  public String text() {
    return text;
  }
}
