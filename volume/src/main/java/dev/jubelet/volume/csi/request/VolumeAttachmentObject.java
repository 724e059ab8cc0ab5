package dev.jubelet.volume.csi.request;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiResource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A VolumeAttachment of {@code storage.k8s.io/v1}, as far as it is read. */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class VolumeAttachmentObject extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "storage.k8s.io";
  private static final String KIND = "VolumeAttachment";

  /** The code of gRPC. */
  private static final int RESOURCE_EXHAUSTED = 8;

  static final ApiResource<VolumeAttachmentObject> RESOURCE =
      new ApiResource<>(GROUP, "v1", "volumeattachments", KIND, VolumeAttachmentObject.class);

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Status(
      boolean attached,
      @Nullable Map<String, String> attachmentMetadata,
      @Nullable Failure attachError) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Failure(@Nullable String message, @Nullable Integer errorCode) {}

  @JsonProperty private @Nullable Status status;

  private VolumeAttachmentObject() {
    super(GROUP + "/v1", KIND);
  }

  boolean isAttached() {
    Status now = status;
    return now != null && now.attached();
  }

  /** Why it could not be attached; null when it could. */
  @Nullable String failure() {
    Status now = status;
    Failure failure = now == null ? null : now.attachError();
    if (failure == null) {
      return null;
    }
    return failure.message() == null ? "" : failure.message();
  }

  /** Whether that was because the node cannot have more. */
  boolean isOverLimit() {
    Status now = status;
    Failure failure = now == null ? null : now.attachError();
    Integer code = failure == null ? null : failure.errorCode();
    return code != null && code == RESOURCE_EXHAUSTED;
  }

  /** What the driver's other half has to tell the one on the node. */
  Map<String, String> metadata() {
    Status now = status;
    Map<String, String> given = now == null ? null : now.attachmentMetadata();
    return given == null ? Map.of() : given;
  }
}
