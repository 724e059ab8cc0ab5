package dev.jubelet.server.stream;

import dev.jubelet.server.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A client's wish to leave HTTP, said again to the runtime. Only what the two have to agree on is
 * passed on: no credentials, nothing about bodies, nothing that names a host.
 */
final class UpgradeRequest {
  private static final List<String> PASSED_ON =
      List.of(
          "Upgrade",
          "X-Stream-Protocol-Version",
          "Sec-WebSocket-Version",
          "Sec-WebSocket-Key",
          "Sec-WebSocket-Extensions",
          "Origin",
          "User-Agent");
  private static final String WEBSOCKET_PROTOCOL = "Sec-WebSocket-Protocol";
  // A browser's only way to send a token.
  private static final String BEARER_PREFIX = "base64url.bearer.authorization.k8s.io.";

  private UpgradeRequest() {}

  /** Whether the client wants to leave HTTP at all. */
  static boolean isIn(Request request) {
    return request.header("Upgrade").isPresent()
        && request.headers("Connection").stream()
            .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("upgrade"));
  }

  static byte[] bytes(Request request, RuntimeUrl url) {
    StringBuilder text = new StringBuilder(512);
    text.append(request.method()).append(' ').append(url.target()).append(" HTTP/1.1\r\n");
    line(text, "Host", url.authority());
    line(text, "Connection", "Upgrade");
    line(text, "Content-Length", "0");
    for (String name : PASSED_ON) {
      request.headers(name).forEach(value -> line(text, name, value));
    }
    String protocols = webSocketProtocols(request);
    if (!protocols.isEmpty()) {
      line(text, WEBSOCKET_PROTOCOL, protocols);
    }
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String webSocketProtocols(Request request) {
    return request.headers(WEBSOCKET_PROTOCOL).stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::strip)
        .filter(protocol -> !protocol.isEmpty() && !protocol.startsWith(BEARER_PREFIX))
        .collect(Collectors.joining(", "));
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name).append(": ").append(value).append("\r\n");
  }
}
