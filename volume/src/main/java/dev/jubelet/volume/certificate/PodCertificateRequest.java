package dev.jubelet.volume.certificate;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.volume.certificate.CertificateState.Verdict;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A PodCertificateRequest of {@code certificates.k8s.io/v1beta1}, as far as it is written and read.
 */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class PodCertificateRequest extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "certificates.k8s.io";
  private static final String VERSION = "v1beta1";
  private static final String KIND = "PodCertificateRequest";

  static final ApiResource<PodCertificateRequest> RESOURCE =
      new ApiResource<>(
          GROUP, VERSION, "podcertificaterequests", KIND, PodCertificateRequest.class);

  /** What is asked for; {@code stubPKCS10Request} is base64 of DER. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Spec(
      @Nullable String signerName,
      @Nullable String podName,
      @Nullable String podUID,
      @Nullable String serviceAccountName,
      @Nullable String serviceAccountUID,
      @Nullable String nodeName,
      @Nullable String nodeUID,
      @Nullable Integer maxExpirationSeconds,
      @Nullable String stubPKCS10Request,
      @Nullable Map<String, String> unverifiedUserAnnotations) {}

  /** What became of it. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Status(
      @JsonSetter(contentNulls = Nulls.SKIP) @Nullable List<Condition> conditions,
      @Nullable String certificateChain,
      @Nullable String beginRefreshAt,
      @Nullable String notAfter) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Condition(@Nullable String type, @Nullable String reason, @Nullable String message) {}

  @JsonProperty private @Nullable Spec spec;
  @JsonProperty private @Nullable Status status;

  private PodCertificateRequest() {
    super(GROUP + "/" + VERSION, KIND);
  }

  static PodCertificateRequest asking(Spec spec) {
    PodCertificateRequest request = new PodCertificateRequest();
    request.getMetadata().setGenerateName("req-");
    request
        .getMetadata()
        .setOwnerReferences(
            List.of(
                new OwnerReferenceBuilder()
                    .withApiVersion("v1")
                    .withKind("Pod")
                    .withName(spec.podName())
                    .withUid(spec.podUID())
                    .build()));
    request.spec = spec;
    return request;
  }

  /** How it is called among all. */
  String key() {
    return key(getMetadata().getNamespace(), getMetadata().getName());
  }

  static String key(String namespace, String name) {
    return namespace + "/" + name;
  }

  /** The pod that it is for. */
  String podUid() {
    Spec asked = spec;
    String uid = asked == null ? null : asked.podUID();
    return uid == null ? "" : uid;
  }

  /** What the first condition that decides says; a grant without its times decides nothing. */
  RequestOutcome outcome() {
    Status now = status;
    List<Condition> conditions = now == null ? null : now.conditions();
    if (now == null || conditions == null) {
      return new RequestOutcome.Pending();
    }
    for (Condition condition : conditions) {
      for (Verdict verdict : Verdict.values()) {
        if (verdict.condition().equals(condition.type())) {
          return new RequestOutcome.Rejected(
              verdict, text(condition.reason()), text(condition.message()));
        }
      }
      if ("Issued".equals(condition.type())) {
        return granted(now);
      }
    }
    return new RequestOutcome.Pending();
  }

  private static RequestOutcome granted(Status now) {
    try {
      return new RequestOutcome.Granted(
          PemChain.cleaned(text(now.certificateChain())),
          Instant.parse(text(now.beginRefreshAt())),
          Instant.parse(text(now.notAfter())));
    } catch (DateTimeException | IllegalArgumentException e) {
      return new RequestOutcome.Pending();
    }
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
