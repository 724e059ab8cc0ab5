package dev.jubelet.edge.apiserver.auth;

import org.jspecify.annotations.Nullable;

/** No credentials can be had; the message names the file or the program. */
public final class AuthException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why there are none. */
  public enum Kind {
    /** The credential plugin could not be started, failed or took too long. */
    PLUGIN_FAILED,
    /** The credential plugin printed something that is no credential. */
    PLUGIN_ANSWER,
    /** Certificates and keys are there but TLS cannot be done with them. */
    UNUSABLE
  }

  private final Kind kind;

  AuthException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
