package dev.jubelet.pod.translate.spec;

/** Something was translated, but not as the user may expect; to be told as a warning event. */
public record TranslationWarning(About about, String reason, String message) {

  /** The object that the event is attached to. */
  public enum About {
    POD,
    NODE
  }

  public static TranslationWarning ofPod(String reason, String message) {
    return new TranslationWarning(About.POD, reason, message);
  }

  public static TranslationWarning ofNode(String reason, String message) {
    return new TranslationWarning(About.NODE, reason, message);
  }
}
