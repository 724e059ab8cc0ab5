package dev.jubelet.image.collect;

/** A pass, or a look at the images, failed; the message is the one that events carry. */
public final class CollectionException extends RuntimeException {
  CollectionException(String message) {
    super(message);
  }

  CollectionException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What people read. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
