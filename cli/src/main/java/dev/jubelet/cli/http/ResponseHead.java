package dev.jubelet.cli.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The status line and the headers of an HTTP/1.1 answer; names in lower case. */
public record ResponseHead(int status, Map<String, String> headers) {
  private static final int MAX_LINE = 64 * 1024;

  /** Reads exactly the head, so that the stream stands at the first byte behind it. */
  public static ResponseHead read(InputStream in) throws IOException {
    String[] words = line(in).split(" ", 3);
    if (words.length < 2 || !words[0].startsWith("HTTP/1.")) {
      throw new IOException("the answer is not HTTP/1.1");
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
      }
    }
    return new ResponseHead(Integer.parseInt(words[1]), headers);
  }

  static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0 || line.length() > MAX_LINE) {
        throw new EOFException("the answer broke off");
      }
      line.append((char) b);
    }
    int last = line.length() - 1;
    return last >= 0 && line.charAt(last) == '\r' ? line.substring(0, last) : line.toString();
  }

  /** The body behind the head, as its headers frame it. */
  InputStream body(InputStream in) {
    if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      return new ChunkedInput(in);
    }
    String length = headers.get("content-length");
    return length == null ? in : new LimitedInput(in, Long.parseLong(length));
  }
}
