package dev.jubelet.base.http;

import java.util.Locale;

/** Reads the target of a request. Pure. */
final class RequestTarget {
  private RequestTarget() {}

  /**
   * Path and query. Takes a path, an absolute URL as sent to proxies, of which the authority is
   * left out, and the asterisk of OPTIONS.
   */
  static String parse(String method, String text) throws MalformedMessage {
    if (!Characters.isTarget(text)) {
      throw invalid();
    }
    if (text.equals("*") && method.equals("OPTIONS")) {
      return text;
    }
    String local = text.startsWith("/") ? text : withoutAuthority(text);
    int mark = local.indexOf('?');
    if (!Characters.isPercentEncoded(mark < 0 ? local : local.substring(0, mark))) {
      throw invalid();
    }
    return local;
  }

  private static String withoutAuthority(String url) throws MalformedMessage {
    String lower = url.toLowerCase(Locale.ROOT);
    if (!lower.startsWith("http://") && !lower.startsWith("https://")) {
      throw invalid();
    }
    String rest = url.substring(url.indexOf("//") + 2);
    int end = 0;
    while (end < rest.length() && rest.charAt(end) != '/' && rest.charAt(end) != '?') {
      end++;
    }
    if (end == 0) {
      throw invalid();
    }
    String local = rest.substring(end);
    return local.startsWith("/") ? local : "/" + local;
  }

  private static MalformedMessage invalid() {
    return MalformedMessage.syntax("the target of the request is not valid");
  }
}
