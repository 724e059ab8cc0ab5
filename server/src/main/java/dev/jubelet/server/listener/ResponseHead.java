package dev.jubelet.server.listener;

import dev.jubelet.server.http1.Characters;
import dev.jubelet.server.http1.HttpDate;
import dev.jubelet.server.http1.RequestHead;
import dev.jubelet.server.http1.StatusText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The status and the headers of an answer, as they are collected.
 *
 * <p>Thread: the connection's.
 */
final class ResponseHead {
  private final RequestHead request;
  private final StringBuilder headers = new StringBuilder(256);
  private int status = 200;
  private boolean closes;
  private boolean hasLength;

  ResponseHead(RequestHead request) {
    this.request = request;
    this.closes = !request.keepsAlive();
  }

  void status(int code) {
    if (code < 100 || code > 999) {
      throw new IllegalArgumentException("no status: " + code);
    }
    status = code;
  }

  void add(String name, String value) {
    if (!Characters.isToken(name) || !Characters.isFieldValue(value)) {
      throw new IllegalArgumentException("not a valid header: " + name);
    }
    if (name.equalsIgnoreCase("Connection") && value.equalsIgnoreCase("close")) {
      closes = true;
    } else {
      hasLength |= name.equalsIgnoreCase("Content-Length");
      headers.append(name).append(": ").append(value).append("\r\n");
    }
  }

  /** The connection ends with this answer. */
  void close() {
    closes = true;
  }

  /** Whether the length of the body was told. */
  boolean hasLength() {
    return hasLength;
  }

  boolean closes() {
    return closes;
  }

  /** Whether a body may follow at all. */
  boolean allowsBody() {
    return !request.isHead() && status >= 200 && status != 204 && status != 304;
  }

  byte[] bytes(Instant now) {
    StringBuilder text = new StringBuilder(headers.length() + 128);
    text.append(request.version().text()).append(' ').append(status).append(' ');
    text.append(StatusText.of(status)).append("\r\n").append(headers);
    text.append("Date: ").append(HttpDate.format(now)).append("\r\n");
    if (status != 101) {
      appendConnection(text);
    }
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private void appendConnection(StringBuilder text) {
    if (closes) {
      text.append("Connection: close\r\n");
    } else if (!request.modern()) {
      text.append("Connection: keep-alive\r\n");
    }
  }
}
