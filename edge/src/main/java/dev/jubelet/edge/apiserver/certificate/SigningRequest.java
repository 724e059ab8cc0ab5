package dev.jubelet.edge.apiserver.certificate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiResource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A CertificateSigningRequest of {@code certificates.k8s.io/v1}, as far as we write and read it.
 */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class SigningRequest extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "certificates.k8s.io";
  private static final String KIND = "CertificateSigningRequest";

  static final ApiResource<SigningRequest> RESOURCE =
      new ApiResource<>(GROUP, "v1", "certificatesigningrequests", KIND, SigningRequest.class);

  /** What is asked for; {@code request} is base64 of PEM. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Spec(
      @Nullable String request, @Nullable String signerName, @Nullable List<String> usages) {}

  /** What became of it; {@code certificate} is base64 of PEM, a condition has texts only. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Status(@Nullable String certificate, @Nullable List<Map<String, String>> conditions) {}

  @JsonProperty private @Nullable Spec spec;
  @JsonProperty private @Nullable Status status;

  private SigningRequest() {
    super(GROUP + "/v1", KIND);
  }

  static SigningRequest of(String name, Spec spec) {
    SigningRequest request = new SigningRequest();
    request.getMetadata().setName(name);
    request.spec = spec;
    return request;
  }

  /** Whether it asks that signer, and for a certificate with that use. */
  boolean asksFor(CertificateTemplate template) {
    return spec != null
        && template.signer().equals(spec.signerName())
        && template.usages().equals(spec.usages());
  }

  @Nullable Status outcome() {
    return status;
  }
}
