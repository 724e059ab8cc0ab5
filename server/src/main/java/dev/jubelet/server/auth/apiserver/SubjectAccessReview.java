package dev.jubelet.server.auth.apiserver;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.server.auth.Attributes;
import dev.jubelet.server.auth.User;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A SubjectAccessReview of {@code authorization.k8s.io/v1}, as far as we write and read it. */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class SubjectAccessReview extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "authorization.k8s.io";
  private static final String KIND = "SubjectAccessReview";

  static final ApiResource<SubjectAccessReview> RESOURCE =
      new ApiResource<>(GROUP, "v1", "subjectaccessreviews", KIND, SubjectAccessReview.class);

  /** What is asked: may this user do that. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Spec(
      @Nullable ResourceAttributes resourceAttributes,
      @Nullable String user,
      @Nullable List<String> groups,
      @Nullable Map<String, List<String>> extra,
      @Nullable String uid) {}

  /** A verb on a part of a node; the core group's name is empty and left out. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record ResourceAttributes(
      @Nullable String verb,
      @Nullable String version,
      @Nullable String resource,
      @Nullable String subresource,
      @Nullable String name) {}

  /** What is answered. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Status(boolean allowed, boolean denied) {}

  private @Nullable Spec spec;
  @JsonProperty private @Nullable Status status;

  private SubjectAccessReview() {
    super(GROUP + "/v1", KIND);
  }

  static SubjectAccessReview of(User user, Attributes wish) {
    SubjectAccessReview review = new SubjectAccessReview();
    review.spec =
        new Spec(
            new ResourceAttributes(wish.verb(), "v1", "nodes", wish.subresource(), wish.nodeName()),
            user.name(),
            user.groups(),
            user.extra(),
            user.uid());
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
