package dev.jubelet.app.config.value;

import java.util.regex.Pattern;

/** The grammar of Kubernetes label keys and values. */
public final class LabelSyntax {
  private static final int LONGEST_NAME = 63;
  private static final int LONGEST_PREFIX = 253;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private LabelSyntax() {}

  /** A name, or a DNS prefix and a name joined by a slash. */
  public static boolean isKey(String key) {
    int slash = key.indexOf('/');
    String name = key.substring(slash + 1);
    String prefix = slash < 0 ? "x" : key.substring(0, slash);
    return name.length() <= LONGEST_NAME
        && NAME.matcher(name).matches()
        && prefix.length() <= LONGEST_PREFIX
        && SUBDOMAIN.matcher(prefix).matches();
  }

  public static boolean isValue(String value) {
    return value.isEmpty() || (value.length() <= LONGEST_NAME && NAME.matcher(value).matches());
  }

  /** The DNS prefix of a key; empty when it has none. */
  public static String prefix(String key) {
    int slash = key.indexOf('/');
    return slash < 0 ? "" : key.substring(0, slash);
  }
}
