package dev.jubelet.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Cuts a path at its slashes and decodes each piece afterwards, so that %2F stays in its piece. */
final class PathSegments {
  private PathSegments() {}

  static List<String> split(String rawPath) {
    List<String> segments = new ArrayList<>();
    for (String piece : rawPath.substring(rawPath.startsWith("/") ? 1 : 0).split("/", -1)) {
      segments.add(decode(piece));
    }
    return segments;
  }

  static String decode(String piece) {
    if (piece.indexOf('%') < 0) {
      return piece;
    }
    try {
      // A plus sign means itself in a path.
      return URLDecoder.decode(piece.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "the path is not validly percent-encoded");
    }
  }
}
