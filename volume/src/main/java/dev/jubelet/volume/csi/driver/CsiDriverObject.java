package dev.jubelet.volume.csi.driver;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A CSIDriver of {@code storage.k8s.io/v1}, as far as it is read. */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class CsiDriverObject extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "storage.k8s.io";
  private static final String KIND = "CSIDriver";

  static final ApiResource<CsiDriverObject> RESOURCE =
      new ApiResource<>(GROUP, "v1", "csidrivers", KIND, CsiDriverObject.class);

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Spec(
      @Nullable Boolean attachRequired,
      @Nullable Boolean podInfoOnMount,
      @Nullable List<String> volumeLifecycleModes,
      @Nullable String fsGroupPolicy,
      @Nullable Boolean requiresRepublish,
      @JsonSetter(contentNulls = Nulls.SKIP) @Nullable List<TokenRequest> tokenRequests,
      @Nullable Boolean serviceAccountTokenInSecrets,
      @Nullable Long nodeAllocatableUpdatePeriodSeconds,
      @Nullable Boolean seLinuxMount) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record TokenRequest(@Nullable String audience, @Nullable Long expirationSeconds) {}

  @JsonProperty private @Nullable Spec spec;

  private CsiDriverObject() {
    super(GROUP + "/v1", KIND);
  }

  /** With the defaults of the API where the object says nothing. */
  CsiDriverSpec spec() {
    CsiDriverSpec usual = CsiDriverSpec.UNDECLARED;
    Spec said = spec;
    if (said == null) {
      said = new Spec(null, null, null, null, null, null, null, null, null);
    }
    List<String> modes = said.volumeLifecycleModes();
    List<TokenRequest> tokens = said.tokenRequests();
    return new CsiDriverSpec(
        true,
        !Boolean.FALSE.equals(said.attachRequired()),
        Boolean.TRUE.equals(said.podInfoOnMount()),
        modes == null || modes.isEmpty() ? usual.modes() : modes,
        said.fsGroupPolicy() == null ? usual.fsGroupPolicy() : said.fsGroupPolicy(),
        Boolean.TRUE.equals(said.requiresRepublish()),
        tokens == null ? List.of() : tokens.stream().map(CsiDriverObject::wish).toList(),
        Boolean.TRUE.equals(said.serviceAccountTokenInSecrets()),
        Optional.ofNullable(said.nodeAllocatableUpdatePeriodSeconds())
            .filter(seconds -> seconds > 0)
            .map(Duration::ofSeconds),
        Boolean.TRUE.equals(said.seLinuxMount()));
  }

  private static CsiDriverSpec.TokenAudience wish(TokenRequest from) {
    Long life = from.expirationSeconds();
    String audience = from.audience();
    return new CsiDriverSpec.TokenAudience(
        audience == null ? "" : audience,
        life == null ? OptionalLong.empty() : OptionalLong.of(life));
  }
}
