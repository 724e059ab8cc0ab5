package dev.jubelet.image.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.image.json.JsonText;
import dev.jubelet.image.json.JsonTextException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderConfigTest {
  private static final String PROVIDER =
      "'name':'p','matchImages':['*.io'],'defaultCacheDuration':'5m',"
          + "'apiVersion':'credentialprovider.kubelet.k8s.io/v1'";
  private static final String TOKENS =
      ",'tokenAttributes':{'serviceAccountTokenAudience':'a','cacheType':'Token',"
          + "'requireServiceAccount':true}";

  private static List<ProviderSpec> read(String version, String provider) {
    String json =
        "{'kind':'CredentialProviderConfig','apiVersion':'kubelet.config.k8s.io/%s',"
                .formatted(version)
            + "'providers':[{"
            + provider
            + "}]}";
    return ProviderConfigReader.read(
        JsonText.object(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aProviderIsReadWithAllItsFields() {
    ProviderSpec spec =
        read("v1", PROVIDER + TOKENS + ",'args':['x'],'env':[{'name':'A','value':'1'}]").getFirst();
    assertThat(spec.defaultCacheDuration()).isEqualTo(Duration.ofMinutes(5));
    assertThat(spec.args()).containsExactly("x");
    assertThat(spec.environment()).containsEntry("A", "1");
    assertThat(spec.tokenAttributes()).isPresent();
    assertThat(ProviderRules.problems(List.of(spec), true)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v1|'name':'p','x':1|unknown field \"providers[0].x\"",
        "v1beta1|'name':'p','tokenAttributes':{}|unknown field \"providers[0].tokenAttributes\"",
        "v1|'name':7|\"providers[0].name\" that is not a string",
        "v1|'defaultCacheDuration':'soon'|that is not a duration",
        "v2|'name':'p'|is not a CredentialProviderConfig",
        "v1|'tokenAttributes':{'cacheType':'None'}|that is not Token or ServiceAccount"
      })
  void decodingIsStrict(String version, String provider, String why) {
    assertThatThrownBy(() -> read(version, provider))
        .isInstanceOf(JsonTextException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'name':'a/b'|provider name cannot contain '/'",
        "'name':'..'|provider name cannot be '.' or '..'",
        "'name':'p'|at least 1 item in matchImages is required",
        "'name':'p'|defaultCacheDuration: is required",
        "'name':'p','matchImages':['https://r.io']|match image is invalid",
        "'name':'p','apiVersion':'v1'|apiVersion: must be one of",
        "'apiVersion':'credentialprovider.kubelet.k8s.io/v1beta1','tokenAttributes':{'serviceAccountTokenAudience':'a','cacheType':'Token','requireServiceAccount':true}|tokenAttributes is only supported for credentialprovider.kubelet.k8s.io/v1 API version",
        "'tokenAttributes':{'serviceAccountTokenAudience':'a','cacheType':'Token','requireServiceAccount':false,'requiredServiceAccountAnnotationKeys':['k']}|requireServiceAccount cannot be false",
        "'tokenAttributes':{'serviceAccountTokenAudience':'a','cacheType':'Token','requireServiceAccount':true,'requiredServiceAccountAnnotationKeys':['k'],'optionalServiceAccountAnnotationKeys':['k']}|annotation keys cannot be both required and optional"
      })
  void whatMakesNoSenseIsNamed(String provider, String why) {
    assertThat(ProviderRules.problems(read("v1", provider), true))
        .anyMatch(problem -> problem.contains(why));
  }

  @Test
  void thereMustBeAProviderAndTokensNeedTheirGate() {
    assertThat(ProviderRules.problems(List.of(), true))
        .containsExactly("providers: at least 1 item in plugins is required");
    assertThat(ProviderRules.problems(read("v1", PROVIDER + TOKENS), false))
        .anyMatch(problem -> problem.contains("is off"));
  }
}
