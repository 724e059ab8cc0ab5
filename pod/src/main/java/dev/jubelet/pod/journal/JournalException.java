package dev.jubelet.pod.journal;

/** Something about the journal cannot be used. Its message shows nothing of the content. */
public final class JournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What cannot be used. */
  public enum Kind {
    /** The key, and with it the whole journal. */
    KEY,
    /** One entry: damaged, cut off, or not made here with this key. */
    ENTRY
  }

  private final Kind kind;

  JournalException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  JournalException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
