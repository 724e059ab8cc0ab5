package dev.jubelet.base.http;

/** The status line, without its phrase, and the headers. */
public record ResponseHead(HttpVersion version, int status, Headers headers) {
  private static final int SWITCHING_PROTOCOLS = 101;

  /** Whether another head follows, to the same request. */
  boolean isInterim() {
    return isInformational() && !switchesProtocols();
  }

  /** Whether the connection is no longer one of HTTP. */
  public boolean switchesProtocols() {
    return status == SWITCHING_PROTOCOLS;
  }

  /** Whether a body may follow at all, when the request was not a HEAD. */
  public boolean allowsBody() {
    return !isInformational() && status != 204 && status != 304;
  }

  private boolean isInformational() {
    return status >= 100 && status < 200;
  }
}
