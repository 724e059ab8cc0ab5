package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a watch: one JSON object after the other, each with a type and an object, until the server
 * ends the answer.
 *
 * <p>Thread: one reader; {@link #close} from any. Owns: the answer and its deadline.
 */
final class HttpWatch<T extends HasMetadata> implements WatchStream<T> {
  private final ApiRequest request;
  private final ApiResource<T> resource;
  private final ObjectMapper json;
  private final ApiResponse response;
  private final RequestDeadline deadline;
  private @Nullable JsonParser opened;
  private volatile boolean closed;

  HttpWatch(
      ApiRequest request,
      ApiResource<T> resource,
      ObjectMapper json,
      ApiResponse response,
      RequestDeadline deadline) {
    this.request = request;
    this.resource = resource;
    this.json = json;
    this.response = response;
    this.deadline = deadline;
  }

  @Override
  public @Nullable WatchEvent<T> next() {
    try {
      JsonParser parser = parser();
      JsonToken token = parser.nextToken();
      if (token == null) {
        return null;
      }
      if (token != JsonToken.START_OBJECT) {
        throw wrong(parser, "an event is no JSON object");
      }
      return event(parser);
    } catch (IOException e) {
      if (closed) {
        return null;
      }
      throw ApiErrors.ofBody(request, e, deadline);
    }
  }

  /** To make a parser is to wait for the first bytes, which only a reader may do. */
  private JsonParser parser() throws IOException {
    JsonParser present = opened;
    if (present == null) {
      present = json.createParser(response.body());
      opened = present;
    }
    return present;
  }

  private WatchEvent<T> event(JsonParser parser) throws IOException {
    String type = "";
    WatchEvent<T> event = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "type" -> type = parser.getText();
        case "object" -> event = object(parser, type);
        default -> parser.skipChildren();
      }
    }
    if (event == null) {
      throw wrong(parser, "an event has no object");
    }
    return event;
  }

  /** API servers write the type first, and only then is it known what the object is. */
  private WatchEvent<T> object(JsonParser parser, String type) throws IOException {
    return switch (type) {
      case "ADDED" -> {
        T object = value(parser);
        yield new WatchEvent.Added<>(object, version(parser, object));
      }
      case "MODIFIED" -> {
        T object = value(parser);
        yield new WatchEvent.Modified<>(object, version(parser, object));
      }
      case "DELETED" -> {
        T object = value(parser);
        yield new WatchEvent.Deleted<>(object, version(parser, object));
      }
      case "BOOKMARK" -> new WatchEvent.Bookmark<>(bookmark(parser, json.readTree(parser)));
      case "ERROR" -> throw ApiErrors.ofStatus(request, json.<JsonNode>readTree(parser));
      default -> throw wrong(parser, "an event has the type \"" + type + "\"");
    };
  }

  private T value(JsonParser parser) throws IOException {
    T object = json.readValue(parser, resource.type());
    if (object == null || !resource.kind().equals(object.getKind())) {
      throw wrong(parser, "an event is not about a " + resource.kind());
    }
    return object;
  }

  private String version(JsonParser parser, T object) throws IOException {
    if (object.getMetadata() == null
        || object.getMetadata().getName() == null
        || object.getMetadata().getResourceVersion() == null) {
      throw wrong(parser, "an event's object has no name or no resourceVersion");
    }
    return object.getMetadata().getResourceVersion();
  }

  private String bookmark(JsonParser parser, JsonNode object) throws IOException {
    String version = object.path("metadata").path("resourceVersion").asText("");
    if (version.isEmpty()) {
      throw wrong(parser, "a bookmark has no resourceVersion");
    }
    return version;
  }

  private static IOException wrong(JsonParser parser, String what) {
    return MismatchedInputException.from(
        parser, HasMetadata.class, "the watch cannot be used: " + what);
  }

  @Override
  public void close() {
    closed = true;
    deadline.close();
    response.close();
  }
}
