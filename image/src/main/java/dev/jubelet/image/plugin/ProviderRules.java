package dev.jubelet.image.plugin;

import dev.jubelet.image.credential.RegistryPattern;
import dev.jubelet.image.plugin.ProviderSpec.TokenAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a configuration of providers has to keep; all that is wrong is named at once. Pure. */
final class ProviderRules {
  static final String V1 = "credentialprovider.kubelet.k8s.io/v1";
  private static final Set<String> VERSIONS = Set.of(V1, V1 + "beta1", V1 + "alpha1");
  private static final Pattern ANNOTATION =
      Pattern.compile(
          "([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private final List<String> problems = new ArrayList<>();
  private final boolean tokensAllowed;

  private ProviderRules(boolean tokensAllowed) {
    this.tokensAllowed = tokensAllowed;
  }

  /** Empty when all is well. */
  static List<String> problems(List<ProviderSpec> providers, boolean tokensAllowed) {
    ProviderRules rules = new ProviderRules(tokensAllowed);
    if (providers.isEmpty()) {
      rules.problems.add("providers: at least 1 item in plugins is required");
    }
    providers.forEach(rules::check);
    return List.copyOf(rules.problems);
  }

  private void check(ProviderSpec provider) {
    String place = "providers[" + provider.name() + "].";
    checkName(provider.name(), place + "name: ");
    require(
        VERSIONS.contains(provider.apiVersion()),
        place + "apiVersion: must be one of " + VERSIONS.stream().sorted().toList());
    require(
        !provider.matchImages().isEmpty(),
        place + "matchImages: at least 1 item in matchImages is required");
    for (String pattern : provider.matchImages()) {
      require(
          !pattern.isEmpty()
              && !pattern.contains("://")
              && RegistryPattern.parse(pattern).isPresent(),
          place + "matchImages: match image is invalid: \"" + pattern + "\"");
    }
    require(
        !provider.defaultCacheDuration().isNegative(),
        place + "defaultCacheDuration: is required and must not be negative");
    provider.tokenAttributes().ifPresent(tokens -> check(provider, tokens));
  }

  private void checkName(String name, String place) {
    require(!name.isEmpty(), place + "provider name is required");
    require(!name.contains("/"), place + "provider name cannot contain '/'");
    require(!name.contains(" "), place + "provider name cannot contain spaces");
    require(!name.equals(".") && !name.equals(".."), place + "provider name cannot be '.' or '..'");
  }

  private void check(ProviderSpec provider, TokenAttributes tokens) {
    String place = "providers[" + provider.name() + "].tokenAttributes: ";
    require(
        tokensAllowed,
        place + "the feature gate KubeletServiceAccountTokenForCredentialProviders is off");
    require(
        provider.apiVersion().equals(V1),
        place + "tokenAttributes is only supported for " + V1 + " API version");
    require(!tokens.audience().isEmpty(), place + "serviceAccountTokenAudience is required");
    require(
        tokens.requiresAccount() || tokens.requiredAnnotations().isEmpty(),
        place
            + "requireServiceAccount cannot be false when requiredServiceAccountAnnotationKeys is"
            + " set");
    checkKeys(tokens.requiredAnnotations(), place);
    checkKeys(tokens.optionalAnnotations(), place);
    require(
        tokens.requiredAnnotations().stream().noneMatch(tokens.optionalAnnotations()::contains),
        place + "annotation keys cannot be both required and optional");
  }

  private void checkKeys(List<String> keys, String place) {
    require(new HashSet<>(keys).size() == keys.size(), place + "an annotation key is listed twice");
    for (String key : keys) {
      require(ANNOTATION.matcher(key).matches(), place + "\"" + key + "\" is no annotation key");
    }
  }

  private void require(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem);
    }
  }
}
