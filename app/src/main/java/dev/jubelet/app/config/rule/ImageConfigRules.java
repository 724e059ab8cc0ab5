package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.RuntimeFields;
import java.time.Duration;
import java.util.List;

/** Pulling images, checking who may use them, and removing them. */
final class ImageConfigRules {
  private static final String ALLOWLIST_POLICY = "NeverVerifyAllowlistedImages";

  private ImageConfigRules() {}

  static void check(Findings findings) {
    findings.atLeast(RuntimeFields.REGISTRY_PULL_QPS, 0);
    findings.atLeast(RuntimeFields.REGISTRY_BURST, 0);
    checkParallelPulls(findings);
    checkCollection(findings);
    checkVerification(findings);
  }

  private static void checkParallelPulls(Findings findings) {
    if (findings.config().find(RuntimeFields.MAX_PARALLEL_IMAGE_PULLS).isEmpty()) {
      return;
    }
    findings.atLeast(RuntimeFields.MAX_PARALLEL_IMAGE_PULLS, 1);
    findings.require(
        !findings.get(RuntimeFields.SERIALIZE_IMAGE_PULLS)
            || findings.get(RuntimeFields.MAX_PARALLEL_IMAGE_PULLS) <= 1,
        RuntimeFields.MAX_PARALLEL_IMAGE_PULLS,
        "must be 1 unless serializeImagePulls is false");
  }

  private static void checkCollection(Findings findings) {
    findings.between(RuntimeFields.IMAGE_GC_HIGH_THRESHOLD_PERCENT, 0, 100);
    findings.between(RuntimeFields.IMAGE_GC_LOW_THRESHOLD_PERCENT, 0, 100);
    findings.require(
        findings.get(RuntimeFields.IMAGE_GC_LOW_THRESHOLD_PERCENT)
            < findings.get(RuntimeFields.IMAGE_GC_HIGH_THRESHOLD_PERCENT),
        RuntimeFields.IMAGE_GC_LOW_THRESHOLD_PERCENT,
        "must be less than imageGCHighThresholdPercent");
    Duration least = findings.get(RuntimeFields.IMAGE_MINIMUM_GC_AGE);
    Duration most = findings.get(RuntimeFields.IMAGE_MAXIMUM_GC_AGE);
    findings.require(
        !least.isNegative(), RuntimeFields.IMAGE_MINIMUM_GC_AGE, "must not be negative");
    findings.require(
        !most.isNegative(), RuntimeFields.IMAGE_MAXIMUM_GC_AGE, "must not be negative");
    findings.require(
        !most.isPositive() || most.compareTo(least) > 0,
        RuntimeFields.IMAGE_MAXIMUM_GC_AGE,
        "must be longer than imageMinimumGCAge");
  }

  private static void checkVerification(Findings findings) {
    String policy = findings.get(RuntimeFields.IMAGE_PULL_CREDENTIALS_VERIFICATION_POLICY);
    List<String> allowlist = findings.get(RuntimeFields.PRELOADED_IMAGES_VERIFICATION_ALLOWLIST);
    if (!findings.enabled("KubeletEnsureSecretPulledImages")) {
      String rule = "must not be set while the feature gate KubeletEnsureSecretPulledImages is off";
      findings.require(
          policy.isEmpty(), RuntimeFields.IMAGE_PULL_CREDENTIALS_VERIFICATION_POLICY, rule);
      findings.require(
          allowlist.isEmpty(), RuntimeFields.PRELOADED_IMAGES_VERIFICATION_ALLOWLIST, rule);
      return;
    }
    findings.oneOf(
        RuntimeFields.IMAGE_PULL_CREDENTIALS_VERIFICATION_POLICY,
        "NeverVerify",
        "NeverVerifyPreloadedImages",
        ALLOWLIST_POLICY,
        "AlwaysVerify");
    if (!allowlist.isEmpty() && !policy.equals(ALLOWLIST_POLICY)) {
      findings.add(
          RuntimeFields.PRELOADED_IMAGES_VERIFICATION_ALLOWLIST,
          "may only be set with the policy " + ALLOWLIST_POLICY);
    }
    allowlist.stream()
        .filter(pattern -> !isImagePattern(pattern))
        .forEach(
            pattern ->
                findings.add(
                    RuntimeFields.PRELOADED_IMAGES_VERIFICATION_ALLOWLIST,
                    "\""
                        + pattern
                        + "\" must be an image name without tag or digest, or end in /*"));
  }

  private static boolean isImagePattern(String pattern) {
    String name = pattern.endsWith("/*") ? pattern.substring(0, pattern.length() - 2) : pattern;
    String lastPart = name.substring(name.lastIndexOf('/') + 1);
    return !name.isEmpty()
        && name.equals(name.strip())
        && !name.contains("*")
        && !name.contains("@")
        && (name.length() < pattern.length() || !lastPart.contains(":"));
  }
}
