package dev.jubelet.edge.apiserver.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SigningRequestTest {
  private static final Map<String, String> APPROVED =
      Map.of("type", "Approved", "status", "True", "reason", "R", "message", "m");

  /** As strict about nulls as the agent's. */
  private final ObjectMapper json =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultSetterInfo(JsonSetter.Value.construct(Nulls.SKIP, Nulls.AS_EMPTY))
          .build();

  @Test
  void isReadAsTheServerWritesIt() throws JsonProcessingException {
    SigningRequest request =
        json.readValue(
            """
            {"kind":"CertificateSigningRequest","apiVersion":"certificates.k8s.io/v1",
             "metadata":{"name":"r","resourceVersion":"7"},
             "spec":{"request":"cmVx","signerName":"s","usages":["client auth"],"username":"u",
                     "groups":["g"],"extra":{"k":["v"]}},
             "status":{"certificate":"Y2VydA==","conditions":[
               {"type":"Approved","status":"True","reason":"R","message":"m"}]}}
            """,
            SigningRequest.class);

    assertThat(request.getMetadata().getName()).isEqualTo("r");
    assertThat(request.getKind()).isEqualTo("CertificateSigningRequest");
    assertThat(request.outcome())
        .isEqualTo(new SigningRequest.Status("Y2VydA==", List.of(APPROVED)));
  }

  @Test
  void isWrittenAsTheServerReadsIt() throws JsonProcessingException {
    SigningRequest request =
        SigningRequest.of("r", new SigningRequest.Spec("cmVx", "s", List.of("client auth")));

    assertThat(json.readTree(json.writeValueAsString(request)))
        .isEqualTo(
            json.readTree(
                """
                {"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest",
                 "metadata":{"name":"r"},
                 "spec":{"request":"cmVx","signerName":"s","usages":["client auth"]}}
                """));
  }
}
