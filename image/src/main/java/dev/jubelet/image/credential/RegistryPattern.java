package dev.jubelet.image.credential;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which repositories a login is for: a host whose labels may have shell patterns, a port that must
 * be equal, and the beginning of a path. A question mark is no pattern: it ends an address. Pure.
 *
 * @param key the pattern without scheme and API version, by which patterns are sorted
 */
public record RegistryPattern(String key, String host, String port, String path) {
  private static final Pattern PORT = Pattern.compile("[0-9]*");
  private static final Pattern FORBIDDEN = Pattern.compile("[\\s\\p{Cntrl}\"<>`{}|\\\\^]");
  private static final int VERSION_LENGTH = 3;

  /** Empty when it cannot be read as an address. */
  public static Optional<RegistryPattern> parse(String written) {
    String rest =
        written.startsWith("https://") || written.startsWith("http://")
            ? written.substring(written.indexOf("//") + 2)
            : written;
    int end = firstOf(rest, "?#");
    String place = end < 0 ? rest : rest.substring(0, end);
    int slash = place.indexOf('/');
    String authority = slash < 0 ? place : place.substring(0, slash);
    String address = authority.substring(authority.lastIndexOf('@') + 1);
    String path = slash < 0 ? "" : place.substring(slash);
    if (path.startsWith("/v1/") || path.startsWith("/v2/")) {
      path = path.substring(VERSION_LENGTH);
    }
    return of(address, path.equals("/") ? "" : path);
  }

  private static Optional<RegistryPattern> of(String address, String path) {
    int colon = address.lastIndexOf(':');
    boolean hasPort = colon > address.lastIndexOf(']');
    String host = hasPort ? address.substring(0, colon) : address;
    String port = hasPort ? address.substring(colon + 1) : "";
    if (!PORT.matcher(port).matches() || FORBIDDEN.matcher(address).find()) {
      return Optional.empty();
    }
    boolean ipv6 = host.startsWith("[") && host.endsWith("]");
    String bare = ipv6 ? host.substring(1, host.length() - 1) : host;
    return Optional.of(new RegistryPattern(address + path, bare, port, path));
  }

  /** Whether it is for this repository, given with its registry. */
  public boolean matches(String repository) {
    return parse(repository).filter(this::covers).isPresent();
  }

  private boolean covers(RegistryPattern repository) {
    String[] patterns = host.split("\\.", -1);
    String[] labels = repository.host.split("\\.", -1);
    if (!port.equals(repository.port)
        || patterns.length != labels.length
        || !repository.path.startsWith(path)) {
      return false;
    }
    for (int i = 0; i < labels.length; i++) {
      if (!globs(patterns[i], labels[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean globs(String pattern, String label) {
    if (firstOf(pattern, "*[") < 0) {
      return pattern.equals(label);
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      int close = c == '[' ? pattern.indexOf(']', i + 1) : -1;
      if (c == '[' && close < 0) {
        return false;
      }
      if (close > 0) {
        regex.append('[').append(set(pattern.substring(i + 1, close))).append(']');
        i = close;
      } else {
        regex.append(c == '*' ? ".*" : Pattern.quote(String.valueOf(c)));
      }
    }
    try {
      return Pattern.compile(regex.toString()).matcher(label).matches();
    } catch (PatternSyntaxException e) {
      // A set such as [] or [z-a] is no pattern, so it matches nothing.
      return false;
    }
  }

  /** What stands between brackets; only the dash and a leading caret mean something there. */
  private static String set(String inside) {
    return inside.replace("[", "\\[").replace("&", "\\&");
  }

  private static int firstOf(String text, String characters) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }
}
