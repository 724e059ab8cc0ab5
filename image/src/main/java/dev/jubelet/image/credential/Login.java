package dev.jubelet.image.credential;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A name and password for a registry. Its text form shows neither. */
public record Login(String username, String password, String email) {

  /**
   * By which a record on disk knows this login again: SHA-256 of its JSON exactly as upstream
   * writes it, so that records of either agent serve the other.
   */
  public String hash() {
    StringBuilder json = new StringBuilder("{");
    add(json, "username", username);
    add(json, "password", password);
    add(json, "email", email);
    json.append('}');
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(json.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static void add(StringBuilder json, String name, String value) {
    if (value.isEmpty()) {
      return;
    }
    json.append(json.length() > 1 ? ",\"" : "\"").append(name).append("\":\"");
    value.chars().forEach(c -> json.append(escaped((char) c)));
    json.append('"');
  }

  /** As Go's encoder escapes: the usual, HTML's special characters and JavaScript's line ends. */
  private static String escaped(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '<', '>', '&', '\u2028', '\u2029' -> hex(c);
      default -> c < ' ' ? hex(c) : String.valueOf(c);
    };
  }

  private static String hex(char c) {
    return "\\u%04x".formatted((int) c);
  }

  @Override
  public String toString() {
    return "Login[hidden]";
  }
}
