package dev.jubelet.pod.objects;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.ApiResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A TokenRequest of {@code authentication.k8s.io/v1}. Its text form shows no token. */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class TokenRequest extends ApiModel {
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

  @JsonProperty private @Nullable Spec spec;
  @JsonProperty private @Nullable Status status;

  private TokenRequest() {
    super("authentication.k8s.io/v1", KIND);
  }

  /** Where tokens of a service account are asked for. */
  static ApiObject<TokenRequest> of(String namespace, String serviceAccount) {
    return ACCOUNTS.object(namespace, serviceAccount).part("token");
  }

  /** The API server refuses when the account has another UID than this; empty for any. */
  static TokenRequest asking(Spec spec, String accountUid) {
    TokenRequest request = new TokenRequest();
    request.spec = spec;
    if (!accountUid.isEmpty()) {
      request.getMetadata().setUid(accountUid);
    }
    return request;
  }

  @Nullable Spec asked() {
    return spec;
  }

  @Nullable Status given() {
    return status;
  }
}
