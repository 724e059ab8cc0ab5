package dev.jubelet.server.http1;

import java.util.Locale;

/** The target of a request, cut into path and query. */
record Target(String path, String query) {

  /** Takes a path, an absolute URL as sent to proxies, and the asterisk of OPTIONS. */
  static Target parse(String method, String text) throws MalformedRequest {
    if (!Characters.isTarget(text)) {
      throw invalid();
    }
    if (text.startsWith("/")) {
      return split(text);
    }
    if (text.equals("*") && method.equals("OPTIONS")) {
      return new Target(text, "");
    }
    return split(withoutAuthority(text));
  }

  private static String withoutAuthority(String url) throws MalformedRequest {
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

  private static Target split(String local) throws MalformedRequest {
    int mark = local.indexOf('?');
    Target target =
        mark < 0
            ? new Target(local, "")
            : new Target(local.substring(0, mark), local.substring(mark + 1));
    if (!Characters.isPercentEncoded(target.path)) {
      throw invalid();
    }
    return target;
  }

  private static MalformedRequest invalid() {
    return MalformedRequest.bad("the target of the request is not valid");
  }
}
