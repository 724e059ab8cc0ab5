package dev.jubelet.server.auth;

import dev.jubelet.server.http.Request;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The token that a request carries, if any. */
sealed interface BearerToken {
  /** Of the subprotocol that holds a token. */
  String PROTOCOL_PREFIX = "base64url.bearer.authorization.k8s.io.";

  /** No real one is longer; each is kept in memory until the API server has answered. */
  int LONGEST = 16 * 1024;

  /** Here it is; never to be logged. */
  record Carried(String token) implements BearerToken {
    @Override
    public String toString() {
      return "Carried[a token]";
    }
  }

  /** There is none. */
  record None() implements BearerToken {}

  /** There is one that cannot be read. */
  record Malformed(String reason) implements BearerToken {}

  /** As in {@code Authorization: Bearer <token>}; other schemes are no tokens. */
  static BearerToken inHeader(Request request) {
    String[] words = request.header("Authorization").orElse("").strip().split(" ", 3);
    return words.length >= 2 && words[0].equalsIgnoreCase("Bearer") && !words[1].isEmpty()
        ? carried(words[1])
        : new None();
  }

  private static BearerToken carried(String token) {
    return token.length() <= LONGEST
        ? new Carried(token)
        : new Malformed("a bearer token of more than " + LONGEST + " characters");
  }

  /**
   * As browsers must send it, which can set no header on a WebSocket: as one of the subprotocols,
   * beside the one that is to be spoken.
   */
  static BearerToken inProtocols(Request request) {
    if (!opensWebSocket(request)) {
      return new None();
    }
    List<String> protocols = words(request, "Sec-WebSocket-Protocol");
    List<String> tokens = protocols.stream().filter(p -> p.startsWith(PROTOCOL_PREFIX)).toList();
    if (tokens.size() > 1) {
      return new Malformed("several bearer tokens among the subprotocols");
    }
    String encoded = tokens.isEmpty() ? "" : tokens.getFirst().substring(PROTOCOL_PREFIX.length());
    if (encoded.isEmpty()) {
      return new None();
    }
    if (protocols.size() == 1) {
      return new Malformed("no subprotocol beside that of the bearer token");
    }
    return decode(encoded)
        .map(BearerToken::carried)
        .orElseGet(() -> new Malformed("the bearer token among the subprotocols is not base64url"));
  }

  private static boolean opensWebSocket(Request request) {
    return request.header("Upgrade").orElse("").equalsIgnoreCase("websocket")
        && words(request, "Connection").stream().anyMatch("Upgrade"::equalsIgnoreCase);
  }

  private static List<String> words(Request request, String header) {
    List<String> words = new ArrayList<>();
    for (String value : request.headers(header)) {
      Arrays.stream(value.split(",", -1)).map(String::strip).forEach(words::add);
    }
    return words;
  }

  /** Base64url without padding, and UTF-8 inside. */
  private static Optional<String> decode(String encoded) {
    if (encoded.indexOf('=') >= 0) {
      return Optional.empty();
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(encoded));
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
