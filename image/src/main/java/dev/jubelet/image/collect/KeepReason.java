package dev.jubelet.image.collect;

/** Why an image stays. */
public enum KeepReason {
  IN_USE("in use"),
  PINNED("pinned by the runtime"),
  SANDBOX("the runtime's sandbox image"),
  YOUNG("younger than imageMinimumGCAge"),
  IMPORTED("imported, not in a registry: goes only when the disk stays full without it"),
  NOT_NEEDED("its space is not needed"),
  NOT_OLD("unused for less than imageMaximumGCAge");

  private final String text;

  KeepReason(String text) {
    this.text = text;
  }

  /** The reason in words for people. */
  public String text() {
    return text;
  }
}
