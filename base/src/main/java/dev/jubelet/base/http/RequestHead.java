package dev.jubelet.base.http;

/**
 * The request line and the headers.
 *
 * @param target path and query as sent, percent-encoding kept
 */
public record RequestHead(String method, String target, HttpVersion version, Headers headers) {

  /** As sent, percent-encoding kept. */
  public String path() {
    int mark = target.indexOf('?');
    return mark < 0 ? target : target.substring(0, mark);
  }

  /** As sent, without the question mark. */
  public String query() {
    int mark = target.indexOf('?');
    return mark < 0 ? "" : target.substring(mark + 1);
  }

  public boolean isHead() {
    return method.equals("HEAD");
  }

  public boolean modern() {
    return version == HttpVersion.HTTP_1_1;
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
