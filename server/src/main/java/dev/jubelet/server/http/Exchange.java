package dev.jubelet.server.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * One request with its answer and the values the route's pattern captured, already decoded.
 *
 * <p>Thread: the connection's.
 */
public record Exchange(Request request, Response response, Map<String, String> captured) {
  public static final String TEXT = "text/plain; charset=utf-8";
  public static final String JSON = "application/json";

  public Exchange(Request request, Response response) {
    this(request, response, Map.of());
  }

  Exchange withCaptured(Map<String, String> values) {
    return new Exchange(request, response, values);
  }

  /** The value of a name in the route's pattern. */
  public String captured(String name) {
    String value = captured.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route captures no " + name);
    }
    return value;
  }

  /** The pieces of a path between its slashes, each decoded. */
  public static List<String> segments(String rawPath) {
    return PathSegments.split(rawPath);
  }

  public void text(int status, String body) {
    send(status, TEXT, body.getBytes(StandardCharsets.UTF_8));
  }

  public void json(byte[] body) {
    send(200, JSON, body);
  }

  /** Leaves HTTP for another protocol on the same connection. */
  public RawConnection upgrade(String protocol) throws IOException {
    return response
        .status(101)
        .header("Connection", "Upgrade")
        .header("Upgrade", protocol)
        .upgrade();
  }

  private void send(int status, String type, byte[] body) {
    response
        .status(status)
        .header("Content-Type", type)
        .header("X-Content-Type-Options", "nosniff")
        .send(body);
  }
}
