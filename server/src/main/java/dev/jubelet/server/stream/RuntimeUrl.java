package dev.jubelet.server.stream;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;

/**
 * Where the runtime serves a stream.
 *
 * @param target path and query as they go into the request line; they hold the token of the stream
 *     and are never logged
 */
record RuntimeUrl(boolean secure, String host, int port, String target) {
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  static RuntimeUrl of(URI url) throws IOException {
    boolean secure = "https".equalsIgnoreCase(url.getScheme());
    if (!secure && !"http".equalsIgnoreCase(url.getScheme())) {
      throw new IOException("the runtime's URL is neither http nor https: " + url.getScheme());
    }
    if (url.getHost() == null) {
      throw new IOException("the runtime's URL names no host");
    }
    int port = url.getPort() >= 0 ? url.getPort() : secure ? HTTPS_PORT : HTTP_PORT;
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    return new RuntimeUrl(secure, url.getHost(), port, path + query);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }

  /** Host and port as they stand in a URL. */
  String authority() {
    return host + ":" + port;
  }
}
