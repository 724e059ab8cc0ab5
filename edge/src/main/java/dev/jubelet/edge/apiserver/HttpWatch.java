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
  private final Answer answer;
  private final Deadline deadline;
  private final JsonParser parser;
  private volatile boolean closed;

  HttpWatch(
      ApiRequest request,
      ApiResource<T> resource,
      ObjectMapper json,
      Answer answer,
      Deadline deadline)
      throws IOException {
    this.request = request;
    this.resource = resource;
    this.json = json;
    this.answer = answer;
    this.deadline = deadline;
    this.parser = json.createParser(answer.body());
  }

  @Override
  public @Nullable WatchEvent<T> next() {
    try {
      JsonToken token = parser.nextToken();
      if (token == null) {
        return null;
      }
      if (token != JsonToken.START_OBJECT) {
        throw wrong("an event is no JSON object");
      }
      return event();
    } catch (IOException e) {
      if (closed) {
        return null;
      }
      throw Failures.ofBody(request, e, deadline);
    }
  }

  private WatchEvent<T> event() throws IOException {
    String type = "";
    WatchEvent<T> event = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "type" -> type = parser.getText();
        case "object" -> event = object(type);
        default -> parser.skipChildren();
      }
    }
    if (event == null) {
      throw wrong("an event has no object");
    }
    return event;
  }

  /** API servers write the type first, and only then is it known what the object is. */
  private WatchEvent<T> object(String type) throws IOException {
    return switch (type) {
      case "ADDED" -> {
        T object = value();
        yield new WatchEvent.Added<>(object, version(object));
      }
      case "MODIFIED" -> {
        T object = value();
        yield new WatchEvent.Modified<>(object, version(object));
      }
      case "DELETED" -> {
        T object = value();
        yield new WatchEvent.Deleted<>(object, version(object));
      }
      case "BOOKMARK" -> new WatchEvent.Bookmark<>(bookmark(json.readTree(parser)));
      case "ERROR" -> throw Failures.ofStatus(request, json.<JsonNode>readTree(parser));
      default -> throw wrong("an event has the type \"" + type + "\"");
    };
  }

  private T value() throws IOException {
    T object = json.readValue(parser, resource.type());
    if (object == null || !resource.kind().equals(object.getKind())) {
      throw wrong("an event is not about a " + resource.kind());
    }
    return object;
  }

  private String version(T object) throws IOException {
    if (object.getMetadata() == null
        || object.getMetadata().getName() == null
        || object.getMetadata().getResourceVersion() == null) {
      throw wrong("an event's object has no name or no resourceVersion");
    }
    return object.getMetadata().getResourceVersion();
  }

  private String bookmark(JsonNode object) throws IOException {
    String version = object.path("metadata").path("resourceVersion").asText("");
    if (version.isEmpty()) {
      throw wrong("a bookmark has no resourceVersion");
    }
    return version;
  }

  private IOException wrong(String what) {
    return MismatchedInputException.from(
        parser, HasMetadata.class, "the watch cannot be used: " + what);
  }

  @Override
  public void close() {
    closed = true;
    deadline.close();
    answer.close();
  }
}
