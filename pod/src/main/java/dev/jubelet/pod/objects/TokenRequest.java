package dev.jubelet.pod.objects;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.ApiResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A TokenRequest of {@code authentication.k8s.io/v1}. Its text form shows no token. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class TokenRequest implements HasMetadata {
  private static final long serialVersionUID = 1L;
  private static final String KIND = "TokenRequest";

  private static final ApiResource<TokenRequest> ACCOUNTS =
      ApiResource.core("serviceaccounts", KIND, TokenRequest.class);

  /** The pod without which the token is void. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record BoundObject(String kind, String apiVersion, String name, String uid) {}

  /** What is asked for. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Spec(
      @Nullable List<String> audiences,
      @Nullable Long expirationSeconds,
      @Nullable BoundObject boundObjectRef) {}

  /** What was given. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Status(@Nullable String token, @Nullable String expirationTimestamp) {
    @Override
    public String toString() {
      return "Status[" + expirationTimestamp + "]";
    }
  }

  @JsonProperty private String apiVersion = "authentication.k8s.io/v1";
  @JsonProperty private String kind = KIND;
  @JsonProperty private ObjectMeta metadata = new ObjectMeta();
  @JsonProperty private @Nullable Spec spec;
  @JsonProperty private @Nullable Status status;

  /** Where tokens of a service account are asked for. */
  static ApiObject<TokenRequest> of(String namespace, String serviceAccount) {
    return ACCOUNTS.object(namespace, serviceAccount).part("token");
  }

  static TokenRequest asking(Spec spec) {
    TokenRequest request = new TokenRequest();
    request.spec = spec;
    return request;
  }

  @Nullable Spec asked() {
    return spec;
  }

  @Nullable Status given() {
    return status;
  }

  @Override
  public String getApiVersion() {
    return apiVersion;
  }

  @Override
  public void setApiVersion(String version) {
    apiVersion = version;
  }

  @Override
  public String getKind() {
    return kind;
  }

  @Override
  public ObjectMeta getMetadata() {
    return metadata;
  }

  @Override
  public void setMetadata(ObjectMeta newMetadata) {
    metadata = newMetadata;
  }
}
