package dev.jubelet.volume.csi.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.jubelet.pod.manifest.KubernetesJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CsiDriverObjectTest {
  private static CsiDriverSpec traits(String spec) throws JsonProcessingException {
    return KubernetesJson.mapper()
        .readValue(
            "{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"CSIDriver\",\"spec\":" + spec + "}",
            CsiDriverObject.class)
        .spec();
  }

  @Test
  void whatADriverDoesNotSayIsAsTheApiHasIt() throws JsonProcessingException {
    CsiDriverSpec usual = CsiDriverSpec.UNDECLARED;
    assertThat(traits("{}"))
        .isEqualTo(
            new CsiDriverSpec(
                true,
                true,
                false,
                usual.modes(),
                usual.fsGroupPolicy(),
                false,
                List.of(),
                false,
                Optional.empty(),
                false));
  }

  @Test
  void whatADriverSaysIsHeard() throws JsonProcessingException {
    assertThat(
            traits(
                """
                {"attachRequired": false, "podInfoOnMount": true, "requiresRepublish": true,
                 "volumeLifecycleModes": ["Ephemeral"], "fsGroupPolicy": "File", "new": 1,
                 "tokenRequests": [{"audience": "a", "expirationSeconds": 600}, {"audience": ""}],
                 "serviceAccountTokenInSecrets": true, "nodeAllocatableUpdatePeriodSeconds": 10,
                 "seLinuxMount": true}
                """))
        .isEqualTo(
            new CsiDriverSpec(
                true,
                false,
                true,
                List.of("Ephemeral"),
                "File",
                true,
                List.of(
                    new CsiDriverSpec.TokenAudience("a", OptionalLong.of(600)),
                    new CsiDriverSpec.TokenAudience("", OptionalLong.empty())),
                true,
                Optional.of(Duration.ofSeconds(10)),
                true));
  }
}
