package dev.jubelet.image.credential;

/** The credentials of a pod cannot be had; the message is for users and shows no secret value. */
public final class CredentialException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CredentialException(String message) {
    super(message);
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
