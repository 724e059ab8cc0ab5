package dev.jubelet.probe.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Where a request goes. {@code path} is what stands in the request line, query included, and always
 * begins with a slash. Pure.
 */
public record HttpTarget(boolean tls, String host, int port, String path) {
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int HIGHEST_PORT = 65535;
  private static final String ALLOWED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?[]@!$&'()*+,;=%";

  /** A target with a path as people write it: made to begin with a slash, escaped, no fragment. */
  public static HttpTarget of(boolean tls, String host, int port, String path) {
    int fragment = path.indexOf('#');
    String visible = fragment < 0 ? path : path.substring(0, fragment);
    String rooted = visible.startsWith("/") ? visible : "/" + visible;
    return new HttpTarget(tls, host, port, escaped(rooted));
  }

  private static String escaped(String path) {
    StringBuilder text = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      if (b > 0 && ALLOWED.indexOf(b) >= 0) {
        text.append((char) b);
      } else {
        text.append("%%%02X".formatted(b & 0xff));
      }
    }
    return text.toString();
  }

  /** Host and port as in a URL, with brackets around an IPv6 address. */
  public String authority() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  public HttpTarget withoutTls() {
    return new HttpTarget(false, host, port, path);
  }

  /** Where a Location header leads from here; fails with IllegalArgumentException on nonsense. */
  HttpTarget resolve(String location) {
    if (location.startsWith("//")) {
      return absolute(tls, location.substring(2));
    }
    String lower = location.toLowerCase(Locale.ROOT);
    if (lower.startsWith("http://")) {
      return absolute(false, location.substring("http://".length()));
    }
    if (lower.startsWith("https://")) {
      return absolute(true, location.substring("https://".length()));
    }
    return of(tls, host, port, relative(location));
  }

  private String relative(String location) {
    String bare = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
    if (location.startsWith("/")) {
      return location;
    }
    return location.startsWith("?")
        ? bare + location
        : bare.substring(0, bare.lastIndexOf('/') + 1) + location;
  }

  private static HttpTarget absolute(boolean tls, String rest) {
    int end = 0;
    while (end < rest.length() && "/?#".indexOf(rest.charAt(end)) < 0) {
      end++;
    }
    String authority = rest.substring(rest.lastIndexOf('@', end) + 1, end);
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > authority.lastIndexOf(']');
    String name = hasPort ? authority.substring(0, colon) : authority;
    int usual = tls ? HTTPS_PORT : HTTP_PORT;
    return of(
        tls,
        unbracketed(name),
        hasPort ? port(authority.substring(colon + 1), usual) : usual,
        rest.substring(end));
  }

  private static String unbracketed(String name) {
    if (!name.startsWith("[")) {
      return name;
    }
    if (!name.endsWith("]")) {
      throw new IllegalArgumentException("missing ']' in host");
    }
    return name.substring(1, name.length() - 1);
  }

  private static int port(String digits, int usual) {
    int port = digits.isEmpty() ? usual : Integer.parseInt(digits);
    if (port < 1 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("invalid port " + digits);
    }
    return port;
  }

  @Override
  public String toString() {
    return (tls ? "https://" : "http://") + authority() + path;
  }
}
