package dev.jubelet.base.http;

import java.util.HexFormat;

/** Which characters may stand where (RFC 9110 section 5.6.2, RFC 9112 section 3.2). */
public final class Characters {
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private Characters() {}

  /** Whether it may be a method or the name of a header. */
  public static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isTokenCharacter(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isTokenCharacter(char c) {
    return isAlphanumeric(c) || TOKEN_MARKS.indexOf(c) >= 0;
  }

  private static boolean isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /** Whether it may be the value of a header: one line, no control characters. */
  public static boolean isFieldValue(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
        return false;
      }
    }
    return true;
  }

  /** Whether it may be the target of a request: visible ASCII and no fragment. */
  static boolean isTarget(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '#') {
        return false;
      }
    }
    return true;
  }

  /** Whether each percent sign begins an octet in two hexadecimal digits. */
  static boolean isPercentEncoded(String text) {
    for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
      if (at + 2 >= text.length()
          || !HexFormat.isHexDigit(text.charAt(at + 1))
          || !HexFormat.isHexDigit(text.charAt(at + 2))) {
        return false;
      }
    }
    return true;
  }
}
