package dev.jubelet.image.record;

import java.util.List;

/**
 * Which present images a pod may use without showing credentials. Pure.
 *
 * @param allowlist repositories as pods write them, or their beginnings up to {@code /*}
 */
public record VerificationPolicy(Kind kind, List<String> allowlist) {
  private static final String ALL_BELOW = "/*";

  /** The values of {@code imagePullCredentialsVerificationPolicy}. */
  public enum Kind {
    NEVER_VERIFY("NeverVerify"),
    NEVER_VERIFY_PRELOADED("NeverVerifyPreloadedImages"),
    NEVER_VERIFY_ALLOWLISTED("NeverVerifyAllowlistedImages"),
    ALWAYS_VERIFY("AlwaysVerify");

    private final String wireName;

    Kind(String wireName) {
      this.wireName = wireName;
    }
  }

  public VerificationPolicy {
    allowlist = List.copyOf(allowlist);
  }

  /** The name has been checked. */
  public static VerificationPolicy of(String name, List<String> allowlist) {
    for (Kind kind : Kind.values()) {
      if (kind.wireName.equals(name)) {
        return new VerificationPolicy(kind, allowlist);
      }
    }
    throw new IllegalArgumentException("no such policy: " + name);
  }

  boolean verifies(String repository, boolean pulledHere) {
    return switch (kind) {
      case NEVER_VERIFY -> false;
      case NEVER_VERIFY_PRELOADED -> pulledHere;
      case NEVER_VERIFY_ALLOWLISTED -> !isAllowed(repository);
      case ALWAYS_VERIFY -> true;
    };
  }

  private boolean isAllowed(String repository) {
    return allowlist.stream()
        .anyMatch(
            entry ->
                entry.endsWith(ALL_BELOW)
                    ? repository.startsWith(entry.substring(0, entry.length() - 1))
                    : entry.equals(repository));
  }
}
