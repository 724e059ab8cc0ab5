package dev.jubelet.image.plugin;

import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.plugin.ProviderSpec.CacheType;
import dev.jubelet.image.plugin.ProviderSpec.TokenAttributes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * For which service account a provider is asked. Its text form shows no token.
 *
 * @param annotations those that the provider asks for and the account has
 */
record AccountScope(
    Credential.Origin.OfServiceAccount account, Map<String, String> annotations, String token) {
  AccountScope {
    annotations = Map.copyOf(annotations);
  }

  /** What two requests must have in common to share an answer. */
  record Key(
      Credential.Origin.OfServiceAccount account,
      Map<String, String> annotations,
      String tokenHash) {}

  /** For answers that are kept. */
  Key cacheKey(CacheType type) {
    return new Key(account, annotations, type == CacheType.TOKEN ? tokenHash() : "");
  }

  /** For requests under way. */
  Key flightKey() {
    return new Key(account, annotations, tokenHash());
  }

  /** Empty when one that is required is missing. */
  static Optional<Map<String, String>> annotations(
      TokenAttributes wanted, Map<String, String> present) {
    if (!present.keySet().containsAll(wanted.requiredAnnotations())) {
      return Optional.empty();
    }
    Map<String, String> chosen = new TreeMap<>(present);
    chosen
        .keySet()
        .removeIf(
            key ->
                !wanted.requiredAnnotations().contains(key)
                    && !wanted.optionalAnnotations().contains(key));
    return Optional.of(chosen);
  }

  private String tokenHash() {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "AccountScope[" + account + "]";
  }
}
