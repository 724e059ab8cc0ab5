package dev.jubelet.image.json;

/** A text is not the JSON that is expected. The message follows a name: "is not valid JSON". */
public final class JsonTextException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JsonTextException(String message) {
    super(message);
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
