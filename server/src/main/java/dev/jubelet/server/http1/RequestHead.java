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

  /** Whether the client will use the connection for another request. */
  public boolean keepsAlive() {
    return modern()
        ? !headers.lists("Connection", "close")
        : headers.lists("Connection", "keep-alive");
  }

  /** Whether the client waits for leave before it sends the body. */
  public boolean expectsContinue() {
    return modern() && headers.lists("Expect", "100-continue");
  }
}
