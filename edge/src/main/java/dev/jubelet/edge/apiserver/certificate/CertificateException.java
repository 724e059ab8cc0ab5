package dev.jubelet.edge.apiserver.certificate;

import org.jspecify.annotations.Nullable;

/** A certificate could not be had, or not be kept; the message says from whom or where. */
public final class CertificateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why not. */
  public enum Kind {
    /** Somebody said no to the request. */
    DENIED,
    /** The signer tried and failed, or signed something else. */
    FAILED,
    /** Nobody decided in time. */
    TIMEOUT,
    /** A file of the certificate directory cannot be read or written. */
    STORE
  }

  private final Kind kind;

  CertificateException(Kind kind, @Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
