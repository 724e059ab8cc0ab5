package dev.jubelet.server.auth.apiserver;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
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
 * A TokenReview of {@code authentication.k8s.io/v1}, as far as we write and read it. No audiences
 * are named, so that the API server checks for its own.
 */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class TokenReview extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "authentication.k8s.io";
  private static final String KIND = "TokenReview";

  static final ApiResource<TokenReview> RESOURCE =
      new ApiResource<>(GROUP, "v1", "tokenreviews", KIND, TokenReview.class);

  /** What is asked. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Spec(@Nullable String token) {
    @Override
    public String toString() {
      return "Spec[a token]";
    }
  }

  /** What is answered; {@code error} says why the token could not be checked. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Status(boolean authenticated, @Nullable Bearer user, @Nullable String error) {}

  /** Whose token it is. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Bearer(
      @Nullable String username,
      @Nullable String uid,
      @Nullable List<String> groups,
      @Nullable Map<String, List<String>> extra) {}

  private @Nullable Spec spec;
  @JsonProperty private @Nullable Status status;

  private TokenReview() {
    super(GROUP + "/v1", KIND);
  }

  static TokenReview of(String token) {
    TokenReview review = new TokenReview();
    review.spec = new Spec(token);
    return review;
  }

  @JsonProperty("spec")
  @Nullable Spec question() {
    return spec;
  }

  @Nullable Status outcome() {
    return status;
  }
}
