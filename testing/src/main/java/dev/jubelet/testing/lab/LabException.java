package dev.jubelet.testing.lab;

/** The lab could not do what a test asked for; the message carries the script's own words. */
public final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LabException(String message) {
    super(message);
  }

  LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
