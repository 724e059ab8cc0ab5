package dev.jubelet.image.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.base.GoDuration;
import dev.jubelet.image.json.Fields;
import dev.jubelet.image.json.JsonTextException;
import dev.jubelet.image.plugin.ProviderSpec.CacheType;
import dev.jubelet.image.plugin.ProviderSpec.TokenAttributes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a CredentialProviderConfig, strictly. Throws {@link JsonTextException} for what cannot be
 * decoded; whether the values make sense is for {@link ProviderRules}. Pure.
 */
public final class ProviderConfigReader {
  private static final String GROUP = "kubelet.config.k8s.io/";
  private static final Set<String> VERSIONS = Set.of("v1alpha1", "v1beta1", "v1");
  private static final Set<String> ROOT_FIELDS = Set.of("apiVersion", "kind", "providers");
  private static final Set<String> PROVIDER_FIELDS =
      Set.of("name", "matchImages", "defaultCacheDuration", "apiVersion", "args", "env");
  private static final String TOKENS = "tokenAttributes";
  private static final Set<String> PROVIDER_FIELDS_V1 =
      Set.of("name", "matchImages", "defaultCacheDuration", "apiVersion", "args", "env", TOKENS);
  private static final Set<String> TOKEN_FIELDS =
      Set.of(
          "serviceAccountTokenAudience",
          "cacheType",
          "requireServiceAccount",
          "requiredServiceAccountAnnotationKeys",
          "optionalServiceAccountAnnotationKeys");

  private ProviderConfigReader() {}

  public static List<ProviderSpec> read(JsonNode document) {
    Fields root = Fields.of(document).only(ROOT_FIELDS);
    String version = root.text("apiVersion");
    if (!root.text("kind").equals("CredentialProviderConfig")
        || !version.startsWith(GROUP)
        || !VERSIONS.contains(version.substring(GROUP.length()))) {
      throw new JsonTextException(
          "is not a CredentialProviderConfig of " + GROUP + "v1, v1beta1 or v1alpha1");
    }
    boolean v1 = version.endsWith("/v1");
    return root.objects("providers").stream().map(fields -> provider(fields, v1)).toList();
  }

  private static ProviderSpec provider(Fields fields, boolean v1) {
    fields.only(v1 ? PROVIDER_FIELDS_V1 : PROVIDER_FIELDS);
    return new ProviderSpec(
        fields.text("name"),
        fields.texts("matchImages"),
        // A negative duration stands for one that is missing: both are refused by the rules.
        duration(fields, "defaultCacheDuration").orElse(Duration.ofNanos(-1)),
        fields.text("apiVersion"),
        fields.texts("args"),
        environment(fields),
        fields.child(TOKENS).map(ProviderConfigReader::tokens));
  }

  private static Map<String, String> environment(Fields provider) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Fields variable : provider.objects("env")) {
      variable.only(Set.of("name", "value"));
      variables.put(variable.text("name"), variable.text("value"));
    }
    return variables;
  }

  private static TokenAttributes tokens(Fields fields) {
    fields.only(TOKEN_FIELDS);
    CacheType type =
        switch (fields.text("cacheType")) {
          case "Token" -> CacheType.TOKEN;
          case "ServiceAccount" -> CacheType.SERVICE_ACCOUNT;
          default -> throw fields.wrong("cacheType", "Token or ServiceAccount");
        };
    return new TokenAttributes(
        fields.text("serviceAccountTokenAudience"),
        type,
        fields
            .flag("requireServiceAccount")
            .orElseThrow(() -> fields.wrong("requireServiceAccount", "true or false")),
        fields.texts("requiredServiceAccountAnnotationKeys"),
        fields.texts("optionalServiceAccountAnnotationKeys"));
  }

  /** Empty when it is not given. */
  static Optional<Duration> duration(Fields fields, String name) {
    String text = fields.text(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(GoDuration.parse(text));
    } catch (IllegalArgumentException e) {
      throw fields.wrong(name, "a duration such as 10m");
    }
  }
}
