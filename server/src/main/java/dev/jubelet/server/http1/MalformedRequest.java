package dev.jubelet.server.http1;

import java.io.IOException;

/**
 * What the client sent is no request that could be answered. Where the next one would begin is
 * unknown, so that the connection cannot be used any more.
 */
public final class MalformedRequest extends IOException {
  private final int status;

  private MalformedRequest(int status, String message) {
    super(message);
    this.status = status;
  }

  public static MalformedRequest bad(String message) {
    return new MalformedRequest(400, message);
  }

  static MalformedRequest of(int status, String message) {
    return new MalformedRequest(status, message);
  }

  public int status() {
    return status;
  }

  public String statusLine() {
    return status + " " + StatusText.of(status);
  }

  /** What the client reads. */
  public String text() {
    return statusLine() + ": " + getMessage();
  }
}
