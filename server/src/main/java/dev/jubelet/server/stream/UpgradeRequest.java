package dev.jubelet.server.stream;

import dev.jubelet.base.http.HeadWriter;
import dev.jubelet.base.http.Headers;
import dev.jubelet.server.http.Request;
import dev.jubelet.server.websocket.Handshake;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The wish to leave HTTP, as it is said to the runtime.
 *
 * @param fields headers beside those that every such request has
 */
record UpgradeRequest(String method, List<Headers.Field> fields) {
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
    List<Headers.Field> fields =
        PASSED_ON.stream()
            .flatMap(
                name -> request.headers(name).stream().map(value -> new Headers.Field(name, value)))
            .collect(Collectors.toList());
    String protocols =
        Handshake.offered(request).stream()
            .filter(protocol -> !protocol.startsWith(BEARER_PREFIX))
            .collect(Collectors.joining(", "));
    if (!protocols.isEmpty()) {
      fields.add(new Headers.Field("Sec-WebSocket-Protocol", protocols));
    }
    return new UpgradeRequest(request.method(), fields);
  }

  /** A wish of ours, for one of these protocols over SPDY. */
  static UpgradeRequest spdy(List<String> protocols) {
    List<Headers.Field> fields =
        protocols.stream()
            .map(protocol -> new Headers.Field("X-Stream-Protocol-Version", protocol))
            .collect(Collectors.toList());
    fields.add(new Headers.Field("Upgrade", "SPDY/3.1"));
    return new UpgradeRequest("POST", fields);
  }

  byte[] bytes(RuntimeUrl url) {
    return HeadWriter.request(method, url.target())
        .field("Host", url.authority())
        .field("Connection", "Upgrade")
        .field("Content-Length", "0")
        .fields(fields)
        .bytes();
  }
}
