package dev.jubelet.probe.http;

import java.io.IOException;

/** A request got no proper answer. Checked, as it never leaves the callers of this package. */
public final class HttpException extends IOException {
  private static final long serialVersionUID = 1L;

  public enum Kind {
    /** The request cannot be sent as it stands. */
    REQUEST,
    /** No connection, or it broke, or what came is not HTTP. */
    TRANSPORT,
    /** Not done in time. */
    TIMEOUT,
    /** The answer had begun, but its body did not come. */
    BODY,
    /** TLS was asked for, and the peer speaks plain HTTP. */
    PLAIN_HTTP,
    /** The calling thread was interrupted. */
    INTERRUPTED
  }

  private final Kind kind;

  public HttpException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** The message, never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
