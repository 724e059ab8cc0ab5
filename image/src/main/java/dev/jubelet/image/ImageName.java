package dev.jubelet.image;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an image as a pod writes it, with the tag {@code latest} added when it has neither
 * tag nor digest. Nothing else is added: which registry a short name means is the runtime's
 * business.
 *
 * @param full the name to ask the runtime for
 */
record ImageName(String full, boolean latest) {
  private static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");
  private static final String DOMAIN_PART = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
  private static final String DOMAIN =
      "(?:" + DOMAIN_PART + "(?:\\." + DOMAIN_PART + ")*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?";
  private static final String PATH_PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?:(?<domain>"
              + DOMAIN
              + ")/)?"
              + ("(?<path>" + PATH_PART + "(?:/" + PATH_PART + ")*)")
              + "(?::(?<tag>\\w[\\w.-]{0,127}))?"
              + "(?:@(?<algorithm>[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*)"
              + ":(?<hex>[0-9a-fA-F]{32,}))?");
  private static final Map<String, Integer> HEX_DIGITS =
      Map.of("sha256", 64, "sha384", 96, "sha512", 128);
  private static final int LONGEST_PATH = 255;

  /** Throws with the words that people know from upstream when it is not a name. */
  static ImageName parse(String written) {
    if (IDENTIFIER.matcher(written).matches()) {
      throw invalid(
          written,
          "invalid repository name (" + written + "), cannot specify 64-byte hexadecimal strings");
    }
    String path = pathOf(written);
    if (!path.equals(path.toLowerCase(Locale.ROOT))) {
      throw invalid(
          written, "invalid reference format: repository name (" + path + ") must be lowercase");
    }
    Matcher reference = REFERENCE.matcher(written);
    if (!reference.matches()) {
      throw invalid(written, "invalid reference format");
    }
    if (reference.group("path").length() > LONGEST_PATH) {
      throw invalid(written, "repository name must not be more than 255 characters");
    }
    String tag = reference.group("tag");
    boolean digest = reference.group("hex") != null;
    if (digest) {
      checkDigest(written, reference.group("algorithm"), reference.group("hex"));
    }
    boolean bare = tag == null && !digest;
    return new ImageName(
        bare ? written + ":latest" : written, bare || (!digest && "latest".equals(tag)));
  }

  private static void checkDigest(String written, String algorithm, String hex) {
    Integer digits = HEX_DIGITS.get(algorithm);
    if (digits == null) {
      throw invalid(written, "unsupported digest algorithm");
    }
    if (hex.length() != digits) {
      throw invalid(written, "invalid checksum digest length");
    }
    if (!hex.equals(hex.toLowerCase(Locale.ROOT))) {
      throw invalid(written, "invalid checksum digest format");
    }
  }

  /** The repository without registry, tag and digest, as far as that can be told by eye. */
  private static String pathOf(String written) {
    int slash = written.indexOf('/');
    String first = slash < 0 ? "" : written.substring(0, slash);
    boolean registry =
        first.equals("localhost")
            || first.contains(".")
            || first.contains(":")
            || !first.equals(first.toLowerCase(Locale.ROOT));
    String path = registry ? written.substring(slash + 1) : written;
    int colon = path.indexOf(':');
    return colon < 0 ? path : path.substring(0, colon);
  }

  private static IllegalArgumentException invalid(String written, String why) {
    return new IllegalArgumentException("couldn't parse image name \"" + written + "\": " + why);
  }
}
