package dev.jubelet.app.flags;

import dev.jubelet.app.config.Problem;
import java.util.Optional;
import java.util.regex.Pattern;

/** The Kubernetes release that Jubelet speaks for, in the forms that tools read. */
public final class KubeletVersion {
  public static final String COMPATIBLE = "v1.36.4";

  private static final Pattern VERSION =
      Pattern.compile("v\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?");

  private KubeletVersion() {}

  /** What {@code --version} prints; empty when its value does not ask for printing. */
  static Optional<String> text(String request) {
    return switch (request) {
      case "true" -> Optional.of("Kubernetes " + COMPATIBLE);
      case "raw" -> Optional.of(raw());
      default -> Optional.empty();
    };
  }

  private static String raw() {
    return "version.Info{Major:\"1\", Minor:\"36\", GitVersion:\"%s\", GoVersion:\"\", Compiler:\"javac\", Platform:\"linux/%s\"}"
        .formatted(COMPATIBLE, platform());
  }

  private static String platform() {
    return switch (System.getProperty("os.arch", "")) {
      case "aarch64" -> "arm64";
      case "amd64", "x86_64" -> "amd64";
      default -> System.getProperty("os.arch", "");
    };
  }

  /** The version to report to others: the request, if it names one, or ours. */
  static String reported(String request) {
    return request.startsWith("v") ? request : COMPATIBLE;
  }

  /** A version that is reported instead of ours may only add to it. */
  static Optional<Problem> check(String request) {
    boolean known = request.equals("true") || request.equals("false") || request.equals("raw");
    boolean extendsOurs =
        VERSION.matcher(request).matches()
            && (request.equals(COMPATIBLE)
                || request.startsWith(COMPATIBLE + "-")
                || request.startsWith(COMPATIBLE + "+"));
    return known || extendsOurs
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "--version",
                "",
                "invalid value \"%s\": must be true, raw, or %s with a suffix"
                    .formatted(request, COMPATIBLE)));
  }
}
