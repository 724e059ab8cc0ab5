package dev.jubelet.server.listener;

import dev.jubelet.base.http.HeadWriter;
import dev.jubelet.base.http.Headers;
import dev.jubelet.base.http.HttpDate;
import dev.jubelet.base.http.RequestHead;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The status and the headers of an answer, as they are collected.
 *
 * <p>Thread: the connection's. Owns: the headers so far.
 */
final class OutgoingHead {
  private final RequestHead request;
  private final List<Headers.Field> fields = new ArrayList<>();
  private int status = 200;
  private boolean closes;
  private boolean hasLength;

  OutgoingHead(RequestHead request) {
    this.request = request;
    this.closes = !request.keepsAlive();
  }

  void status(int code) {
    HeadWriter.checkStatus(code);
    status = code;
  }

  void add(String name, String value) {
    Headers.Field.check(name, value);
    if (name.equalsIgnoreCase("Connection") && value.equalsIgnoreCase("close")) {
      closes = true;
    } else {
      hasLength |= name.equalsIgnoreCase("Content-Length");
      fields.add(new Headers.Field(name, value));
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
    HeadWriter writer = HeadWriter.response(request.version(), status).fields(fields);
    writer.field("Date", HttpDate.format(now));
    if (status != 101 && closes) {
      writer.field("Connection", "close");
    } else if (status != 101 && !request.modern()) {
      writer.field("Connection", "keep-alive");
    }
    return writer.bytes();
  }
}
