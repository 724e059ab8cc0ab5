package dev.jubelet.image.plugin;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One provider as its configuration describes it.
 *
 * @param name of the executable in the plugins' directory
 * @param matchImages patterns of the repositories that it is asked for
 * @param environment added to that of the agent, in the order given
 */
public record ProviderSpec(
    String name,
    List<String> matchImages,
    Duration defaultCacheDuration,
    String apiVersion,
    List<String> args,
    Map<String, String> environment,
    Optional<TokenAttributes> tokenAttributes) {

  /**
   * How a provider gets tokens of the pods' service accounts.
   *
   * @param requiresAccount whether pods without an account are left out
   */
  public record TokenAttributes(
      String audience,
      CacheType cacheType,
      boolean requiresAccount,
      List<String> requiredAnnotations,
      List<String> optionalAnnotations) {}

  /** What the answers for a service account are good for. */
  public enum CacheType {
    /** For the very token only. */
    TOKEN,
    /** For all pods of the account. */
    SERVICE_ACCOUNT
  }

  @Override
  public String toString() {
    return "ProviderSpec[" + name + "]";
  }
}
