package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list object by object while it comes in. A list that is cut off, of another kind, or
 * without its items or its version is an error and never an empty list: from an empty list follows
 * that pods are ended.
 *
 * <p>Thread: the caller's. Owns: what was read so far of one list.
 */
final class ListReader<T extends HasMetadata> {
  private final ApiResource<T> resource;
  private final ObjectMapper json;
  private @Nullable String kind;
  private @Nullable List<T> items;
  private String resourceVersion = "";
  private String more = "";

  private ListReader(ApiResource<T> resource, ObjectMapper json) {
    this.resource = resource;
    this.json = json;
  }

  /** Throws a JsonProcessingException for what is wrong with the content. */
  static <T extends HasMetadata> ListPage<T> read(
      InputStream in, ApiResource<T> resource, ObjectMapper json) throws IOException {
    try (JsonParser parser = json.createParser(in)) {
      return new ListReader<>(resource, json).read(parser);
    }
  }

  private ListPage<T> read(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw wrong(parser, "the answer is no JSON object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      field(parser, parser.currentName());
    }
    if (parser.nextToken() != null) {
      throw wrong(parser, "something follows the list");
    }
    return page(parser);
  }

  private void field(JsonParser parser, String name) throws IOException {
    parser.nextToken();
    switch (name) {
      case "kind" -> kind = parser.getText();
      case "metadata" -> {
        JsonNode metadata = json.readTree(parser);
        resourceVersion = metadata.path("resourceVersion").asText("");
        more = metadata.path("continue").asText("");
      }
      case "items" -> items = items(parser);
      default -> parser.skipChildren();
    }
  }

  private List<T> items(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw wrong(parser, "its items are no list");
    }
    List<T> all = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      T item = json.readValue(parser, resource.type());
      if (item == null || item.getMetadata() == null || item.getMetadata().getName() == null) {
        throw wrong(parser, "item " + all.size() + " has no name");
      }
      all.add(item);
    }
    return all;
  }

  private ListPage<T> page(JsonParser parser) throws IOException {
    if (!(resource.kind() + "List").equals(kind)) {
      throw wrong(parser, "expected a " + resource.kind() + "List, got " + kind);
    }
    if (items == null) {
      throw wrong(parser, "it has no items");
    }
    if (resourceVersion.isEmpty()) {
      throw wrong(parser, "it has no resourceVersion");
    }
    return new ListPage<>(List.copyOf(items), resourceVersion, more);
  }

  private static IOException wrong(JsonParser parser, String what) {
    return MismatchedInputException.from(
        parser, HasMetadata.class, "the list cannot be used: " + what);
  }
}
