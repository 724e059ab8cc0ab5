package dev.jubelet.server.stream;

import dev.jubelet.server.http.Request;
import dev.jubelet.server.websocket.Handshake;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The wish to leave HTTP, as it is said to the runtime.
 *
 * @param fields lines of the head beside those that every such request has
 */
record UpgradeRequest(String method, List<String> fields) {
  private static final List<String> PASSED_ON =
      List.of(
          "Upgrade",
          "X-Stream-Protocol-Version",
          "Sec-WebSocket-Version",
          "Sec-WebSocket-Key",
          "Sec-WebSocket-Extensions",
          "Origin",
          "User-Agent");
  // A browser's only way to send a token.
  private static final String BEARER_PREFIX = "base64url.bearer.authorization.k8s.io.";

  /** Whether the client wants to leave HTTP at all. */
  static boolean isIn(Request request) {
    return request.header("Upgrade").isPresent()
        && request.headers("Connection").stream()
            .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("upgrade"));
  }

  /**
   * The client's own wish. Only what the two have to agree on is passed on: no credentials, nothing
   * about bodies, nothing that names a host.
   */
  static UpgradeRequest of(Request request) {
    List<String> fields =
        PASSED_ON.stream()
            .flatMap(name -> request.headers(name).stream().map(value -> name + ": " + value))
            .collect(Collectors.toList());
    String protocols =
        Handshake.offered(request).stream()
            .filter(protocol -> !protocol.startsWith(BEARER_PREFIX))
            .collect(Collectors.joining(", "));
    if (!protocols.isEmpty()) {
      fields.add("Sec-WebSocket-Protocol: " + protocols);
    }
    return new UpgradeRequest(request.method(), fields);
  }

  /** A wish of ours, for one of these protocols over SPDY. */
  static UpgradeRequest spdy(List<String> protocols) {
    List<String> fields =
        protocols.stream()
            .map(protocol -> "X-Stream-Protocol-Version: " + protocol)
            .collect(Collectors.toList());
    fields.add("Upgrade: SPDY/3.1");
    return new UpgradeRequest("POST", fields);
  }

  byte[] bytes(RuntimeUrl url) {
    StringBuilder text = new StringBuilder(512);
    text.append(method).append(' ').append(url.target()).append(" HTTP/1.1\r\n");
    text.append("Host: ").append(url.authority()).append("\r\n");
    text.append("Connection: Upgrade\r\nContent-Length: 0\r\n");
    fields.forEach(field -> text.append(field).append("\r\n"));
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
