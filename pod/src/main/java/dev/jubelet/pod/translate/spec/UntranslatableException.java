package dev.jubelet.pod.translate.spec;

/**
 * A spec asks for what cannot be said to the runtime. It never leaves the translation: the two
 * builders turn it into an outcome, and its message is what the user reads in the pod's status.
 */
public final class UntranslatableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UntranslatableException(String message) {
    super(message, null, false, false);
  }
}
