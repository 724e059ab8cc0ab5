package dev.jubelet.pod.manifest;

import java.util.regex.Pattern;

/** The forms that names have in the API. Pure. */
final class Formats {
  static final String DNS_LABEL =
      "must be a lowercase RFC 1123 label: at most 63 of a-z, 0-9 and -, with a letter or digit"
          + " first and last";
  static final String DNS_SUBDOMAIN =
      "must be a lowercase RFC 1123 subdomain: at most 253 of a-z, 0-9, - and ., with a letter or"
          + " digit first and last";
  static final String QUALIFIED_NAME =
      "must be a name of at most 63 letters, digits, -, _ and ., with a letter or digit first and"
          + " last, and optionally a DNS subdomain and / before it";
  static final String LABEL_VALUE =
      "must be empty or at most 63 letters, digits, -, _ and ., with a letter or digit first and"
          + " last";
  static final String PORT_NAME =
      "must be at most 15 of a-z, 0-9 and -, with at least one letter and no - first, last or"
          + " doubled";
  static final String ENV_NAME = "must be printable ASCII characters other than =";
  static final String OBJECT_KEY =
      "must be at most 253 letters, digits, -, _ and ., and neither . nor begin with ..";
  static final String SYSCTL_NAME =
      "must be lowercase segments of letters, digits, - and _, joined by . or /";
  static final String UID =
      "must be at most 253 letters, digits, -, _ and ., with a letter or digit first and last";

  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern PORT = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  private static final Pattern OBJECT_KEY_WORD = Pattern.compile("[-._a-zA-Z0-9]+");
  private static final Pattern SYSCTL =
      Pattern.compile("[a-z0-9]([-_a-z0-9]*[a-z0-9])?([./][a-z0-9]([-_a-z0-9]*[a-z0-9])?)*");

  private Formats() {}

  static boolean isDnsLabel(String text) {
    return text.length() <= 63 && LABEL.matcher(text).matches();
  }

  static boolean isDnsSubdomain(String text) {
    return text.length() <= 253 && SUBDOMAIN.matcher(text).matches();
  }

  static boolean isQualifiedName(String text) {
    int slash = text.indexOf('/');
    String name = text.substring(slash + 1);
    return name.length() <= 63
        && WORD.matcher(name).matches()
        && (slash < 0 || isDnsSubdomain(text.substring(0, slash)));
  }

  static boolean isLabelValue(String text) {
    return text.isEmpty() || (text.length() <= 63 && WORD.matcher(text).matches());
  }

  static boolean isPortName(String text) {
    return text.length() <= 15
        && PORT.matcher(text).matches()
        && text.chars().anyMatch(c -> c >= 'a' && c <= 'z');
  }

  static boolean isEnvName(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '=');
  }

  /** A key of a config map or secret, which may become the name of a file. */
  static boolean isObjectKey(String text) {
    return text.length() <= 253
        && OBJECT_KEY_WORD.matcher(text).matches()
        && !text.equals(".")
        && !text.startsWith("..");
  }

  static boolean isSysctlName(String text) {
    return text.length() <= 253 && SYSCTL.matcher(text).matches();
  }

  static boolean isUid(String text) {
    return text.length() <= 253 && WORD.matcher(text).matches();
  }
}
