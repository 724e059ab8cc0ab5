package dev.jubelet.image.name;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an image in the forms in which it is needed. The one for the runtime is as the pod
 * writes it, with the tag {@code latest} added when it has neither tag nor digest: which registry a
 * short name means is the runtime's business. Credentials are looked up under the normalised
 * repository, which names the registry always.
 *
 * @param written as the pod has it
 * @param full the name to ask the runtime for
 * @param latest whether the tag is {@code latest}, stated or not
 * @param repository as written, without tag and digest
 * @param normalised the repository with its registry, such as {@code docker.io/library/busybox}
 */
public record ImageName(
    String written, String full, boolean latest, String repository, String normalised) {
  private static final String DEFAULT_REGISTRY = "docker.io";
  private static final String OLD_DEFAULT_REGISTRY = "index.docker.io";
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
  public static ImageName parse(String written) {
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
    int behind = tag != null ? reference.start("tag") : reference.start("algorithm");
    String repository = bare ? written : written.substring(0, behind - 1);
    return new ImageName(
        written,
        bare ? written + ":latest" : written,
        bare || (!digest && "latest".equals(tag)),
        repository,
        normalise(repository));
  }

  /**
   * The name under which runtimes list it: with its registry, and by the digest alone when it has
   * one.
   */
  public String canonical() {
    int digest = full.indexOf('@');
    return normalised + full.substring(digest < 0 ? repository.length() : digest);
  }

  private static String normalise(String repository) {
    int slash = repository.indexOf('/');
    boolean stated = slash >= 0 && isRegistry(repository.substring(0, slash));
    String registry = stated ? repository.substring(0, slash) : DEFAULT_REGISTRY;
    String path = stated ? repository.substring(slash + 1) : repository;
    if (registry.equals(OLD_DEFAULT_REGISTRY)) {
      registry = DEFAULT_REGISTRY;
    }
    return registry.equals(DEFAULT_REGISTRY) && path.indexOf('/') < 0
        ? registry + "/library/" + path
        : registry + "/" + path;
  }

  private static boolean isRegistry(String first) {
    return first.equals("localhost")
        || first.contains(".")
        || first.contains(":")
        || !first.equals(first.toLowerCase(Locale.ROOT));
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
    boolean registry = slash >= 0 && isRegistry(written.substring(0, slash));
    String path = registry ? written.substring(slash + 1) : written;
    int colon = path.indexOf(':');
    return colon < 0 ? path : path.substring(0, colon);
  }

  private static IllegalArgumentException invalid(String written, String why) {
    return new IllegalArgumentException("couldn't parse image name \"" + written + "\": " + why);
  }
}
