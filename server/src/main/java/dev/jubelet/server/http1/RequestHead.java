package dev.jubelet.server.http1;

/**
 * The request line and the headers.
 *
 * @param path as sent, percent-encoding kept
 * @param query as sent, without the question mark
 */
public record RequestHead(
    String method, String path, String query, Version version, Headers headers) {

  /** The protocols spoken here. */
  public enum Version {
    HTTP_1_0("HTTP/1.0"),
    HTTP_1_1("HTTP/1.1");

    private final String text;

    Version(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  public boolean isHead() {
    return method.equals("HEAD");
  }

  public boolean modern() {
    return version == Version.HTTP_1_1;
  }

  /**
   * Whether the client will use the connection for another request. Not so when it wants to leave
   * HTTP: what it sends after an upgrade that was refused is no request, whatever it looks like.
   */
  public boolean keepsAlive() {
    return modern()
        ? !headers.lists("Connection", "close") && !leavesHttp()
        : headers.lists("Connection", "keep-alive");
  }

  /** HTTP/2 in the clear is offered by clients that go on with HTTP/1 when it is not taken up. */
  private boolean leavesHttp() {
    return !headers.all("Upgrade").isEmpty() && !headers.lists("Upgrade", "h2c");
  }

  /** Whether the client waits for leave before it sends the body. */
  public boolean expectsContinue() {
    return modern() && headers.lists("Expect", "100-continue");
  }
}
