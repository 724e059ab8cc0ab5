package dev.jubelet.pod.objects;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiResource;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A ClusterTrustBundle of {@code certificates.k8s.io/v1beta1}. */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class TrustBundleObject extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "certificates.k8s.io";
  private static final String VERSION = "v1beta1";
  private static final String KIND = "ClusterTrustBundle";

  static final ApiResource<TrustBundleObject> RESOURCE =
      new ApiResource<>(GROUP, VERSION, "clustertrustbundles", KIND, TrustBundleObject.class);

  /** What it holds. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Spec(@Nullable String signerName, @Nullable String trustBundle) implements Serializable {}

  @JsonProperty private @Nullable Spec spec;

  private TrustBundleObject() {
    super(GROUP + "/" + VERSION, KIND);
  }

  String signerName() {
    return spec == null || spec.signerName() == null ? "" : spec.signerName();
  }

  String pem() {
    return spec == null || spec.trustBundle() == null ? "" : spec.trustBundle();
  }
}
