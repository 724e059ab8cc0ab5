package dev.jubelet.probe.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one answer of HTTP/1.x; never keeps more than it is told to of the body, nor more than a
 * megabyte of headers.
 *
 * <p>Thread: the caller's.
 */
final class ReplyReader {
  private static final int MOST_HEADER_BYTES = 1 << 20;
  private static final int FIRST_FINAL_STATUS = 200;

  private final InputStream in;
  private final int mostBodyBytes;
  private int headerBytes;

  ReplyReader(InputStream in, int mostBodyBytes) {
    this.in = in;
    this.mostBodyBytes = mostBodyBytes;
  }

  HttpReply read() throws IOException {
    int status;
    Map<String, String> headers;
    do {
      status = status(line());
      headers = headers();
    } while (status < FIRST_FINAL_STATUS && status != 101);
    return new HttpReply(status, headers.get("location"), body(status, headers));
  }

  private static int status(String line) throws HttpException {
    if (!line.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) {
      throw new HttpException(
          HttpException.Kind.TRANSPORT,
          "net/http: HTTP/1.x transport connection broken: malformed HTTP response \""
              + line.substring(0, Math.min(line.length(), 100))
              + "\"");
    }
    return Integer.parseInt(line, 9, 12, 10);
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
        headers.putIfAbsent(name, line.substring(colon + 1).strip());
      }
    }
    return headers;
  }

  private String body(int status, Map<String, String> headers) throws HttpException {
    if (status == 204 || status == 304) {
      return "";
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      String encoding = headers.getOrDefault("transfer-encoding", "");
      if (encoding.toLowerCase(Locale.ROOT).contains("chunked")) {
        chunks(body);
      } else {
        whole(body, headers.get("content-length"));
      }
    } catch (HttpException e) {
      throw e;
    } catch (IOException e) {
      throw new HttpException(HttpException.Kind.BODY, HttpCaller.reason(e));
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private void whole(ByteArrayOutputStream body, @Nullable String length) throws IOException {
    if (length == null) {
      copy(body, mostBodyBytes);
      return;
    }
    long announced = number(length, 10);
    int wanted = (int) Math.min(announced, mostBodyBytes);
    if (copy(body, wanted) < wanted) {
      throw new EOFException("unexpected EOF");
    }
  }

  private void chunks(ByteArrayOutputStream body) throws IOException {
    while (body.size() < mostBodyBytes) {
      String line = line();
      int end = line.indexOf(';');
      long size = number((end < 0 ? line : line.substring(0, end)).strip(), 16);
      if (size == 0) {
        return;
      }
      int wanted = (int) Math.min(size, mostBodyBytes - body.size());
      if (copy(body, wanted) < wanted) {
        throw new EOFException("unexpected EOF");
      }
      if (wanted == size) {
        line();
      }
    }
  }

  private static long number(String text, int radix) throws EOFException {
    try {
      return Math.max(0, Long.parseLong(text, radix));
    } catch (NumberFormatException e) {
      throw new EOFException("bad length \"" + text + "\"");
    }
  }

  private int copy(ByteArrayOutputStream body, int wanted) throws IOException {
    byte[] bytes = in.readNBytes(wanted);
    body.writeBytes(bytes);
    return bytes.length;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException(line.size() == 0 && headerBytes == 0 ? "EOF" : "unexpected EOF");
      }
      if (++headerBytes > MOST_HEADER_BYTES) {
        throw new HttpException(
            HttpException.Kind.TRANSPORT,
            "net/http: server response headers exceeded " + MOST_HEADER_BYTES + " bytes; aborted");
      }
      line.write(b);
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
