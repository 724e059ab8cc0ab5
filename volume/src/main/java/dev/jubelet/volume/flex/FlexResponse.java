package dev.jubelet.volume.flex;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.jubelet.volume.disk.VolumeException;
import org.jspecify.annotations.Nullable;

/** What a driver prints after each call. */
@JsonIgnoreProperties(ignoreUnknown = true)
record FlexResponse(
    @Nullable String status,
    @Nullable String message,
    @Nullable String device,
    @Nullable Capabilities capabilities) {
  private static final String SUCCESS = "Success";
  private static final String NOT_SUPPORTED = "Not supported";
  private static final ObjectReader READER = new ObjectMapper().readerFor(FlexResponse.class);

  /** What a driver can do; a driver that says nothing can do it, as it always was. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Capabilities(
      @Nullable Boolean attach, @Nullable Boolean fsGroup, @Nullable Boolean selinuxRelabel) {
    boolean attaches() {
      return attach == null || attach;
    }

    boolean letsRelabel() {
      return selinuxRelabel == null || selinuxRelabel;
    }

    boolean takesGroups() {
      return fsGroup == null || fsGroup;
    }
  }

  static FlexResponse parse(String command, String output) {
    try {
      return READER.readValue(output);
    } catch (JsonProcessingException e) {
      throw new VolumeException(
          "Failed to unmarshal output for command: %s, output: \"%s\", error: %s"
              .formatted(command, output.strip(), e.getOriginalMessage()));
    }
  }

  Capabilities abilities() {
    return capabilities == null ? new Capabilities(null, null, null) : capabilities;
  }

  boolean isUnsupported() {
    return NOT_SUPPORTED.equals(status);
  }

  boolean isSuccess() {
    return SUCCESS.equals(status);
  }
}
