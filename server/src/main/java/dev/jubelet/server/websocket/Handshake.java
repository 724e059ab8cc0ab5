package dev.jubelet.server.websocket;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.RawConnection;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** How a request becomes a WebSocket. */
public final class Handshake {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int KEY_LENGTH = 16;

  private Handshake() {}

  public static boolean isAskedFor(Request request) {
    return request.header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent();
  }

  /** The protocols that the client would speak, in its order. */
  public static List<String> offered(Request request) {
    return request.headers("Sec-WebSocket-Protocol").stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::strip)
        .filter(protocol -> !protocol.isEmpty())
        .toList();
  }

  /**
   * Checks that a WebSocket can be had, before anything is begun for it.
   *
   * @throws Refusal when it cannot
   */
  public static void check(Exchange exchange) {
    Request request = exchange.request();
    if (!request.method().equals("GET") || !exchange.response().upgradable()) {
      throw new Refusal(400, "a WebSocket needs a GET in HTTP/1.1 without a body");
    }
    if (request.header("Sec-WebSocket-Version").filter("13"::equals).isEmpty()) {
      exchange.response().header("Sec-WebSocket-Version", "13");
      throw new Refusal(400, "only version 13 of WebSocket is spoken here");
    }
    if (!isKey(key(request))) {
      throw new Refusal(400, "the Sec-WebSocket-Key is not valid");
    }
  }

  /** Answers with 101. */
  public static RawConnection accept(Exchange exchange, String protocol) throws IOException {
    exchange.response().header("Sec-WebSocket-Accept", proof(key(exchange.request())));
    exchange.response().header("Sec-WebSocket-Protocol", protocol);
    return exchange.upgrade("websocket");
  }

  private static String key(Request request) {
    return request.header("Sec-WebSocket-Key").orElse("");
  }

  private static boolean isKey(String key) {
    try {
      return Base64.getDecoder().decode(key).length == KEY_LENGTH;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String proof(String key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      byte[] hash = digest.digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
