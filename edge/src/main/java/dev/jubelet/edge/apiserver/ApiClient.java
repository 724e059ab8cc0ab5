package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Typed requests to the API server. It speaks JSON, whatever content type is configured: that is a
 * choice of the client, and servers answer in what they are asked for.
 *
 * <p>Thread: any; calls block until the answer is read. Owns: nothing; connections and limits are
 * shared with others.
 */
public final class ApiClient {
  /** The server sends a bookmark about every minute; two that fail to come are a sign. */
  static final Duration LONGEST_SILENCE = Duration.ofSeconds(150);

  /** Until a watch begins, which does not take longer than other calls. */
  private static final Duration LONGEST_OPENING = Duration.ofSeconds(60);

  private static final String JSON = "application/json";

  private final RequestExecutor executor;
  private final ObjectMapper json;
  private final Timers timers;

  public ApiClient(
      ApiConnection connection, ClientSettings settings, ObjectMapper json, Timers timers) {
    this.executor = new RequestExecutor(connection, settings, json, timers);
    this.json = json;
    this.timers = timers;
  }

  public <T extends HasMetadata> T get(ApiObject<T> object) {
    return single(ApiRequest.get(object.path(), Map.of()), object.resource());
  }

  /** A page of the list, or all of it; see {@link ListRequest}. */
  public <T extends HasMetadata> ListPage<T> list(Selection<T> selection, ListRequest request) {
    Map<String, String> query = selection.query();
    query.putAll(request.query());
    return executor.run(
        ApiRequest.get(selection.path(), query),
        body -> ListReader.read(body, selection.resource(), json));
  }

  /** Watches from a version on, for at most that time; see {@link WatchStream}. */
  public <T extends HasMetadata> WatchStream<T> watch(
      Selection<T> selection, String resourceVersion, Duration longest) {
    Map<String, String> query = selection.query();
    query.put("watch", "true");
    query.put("allowWatchBookmarks", "true");
    query.put("resourceVersion", resourceVersion);
    query.put("timeoutSeconds", Long.toString(longest.toSeconds()));
    ApiRequest request = ApiRequest.get(selection.path(), query);
    RequestDeadline silence = RequestDeadline.ofSilence(timers, LONGEST_OPENING, LONGEST_SILENCE);
    return executor.stream(
        request,
        silence,
        answer -> new HttpWatch<>(request, selection.resource(), json, answer, silence));
  }

  /** Creates an object in a namespace; empty for kinds that have none. */
  public <T extends HasMetadata> T create(ApiResource<T> resource, String namespace, T object) {
    return single(sending("POST", resource.path(namespace), Map.of(), JSON, object), resource);
  }

  /** Creates a part of an object, such as a {@code token} of a service account. */
  public <T extends HasMetadata> T create(ApiObject<T> part, T object) {
    return single(sending("POST", part.path(), Map.of(), JSON, object), part.resource());
  }

  /** Puts the object in place of the one of its name, if that has its resource version. */
  public <T extends HasMetadata> T replace(ApiObject<T> object, T content) {
    return single(sending("PUT", object.path(), Map.of(), JSON, content), object.resource());
  }

  public <T extends HasMetadata> T patch(ApiObject<T> object, Patch patch) {
    return single(
        sending("PATCH", object.path(), patch.query(), patch.type().contentType(), patch.body()),
        object.resource());
  }

  /** Whether it is gone at once or still ending is up to the kind and its grace period. */
  public void delete(ApiObject<?> object, Deletion deletion) {
    ApiRequest request = sending("DELETE", object.path(), Map.of(), JSON, deletion.body());
    executor.run(request, InputStream::readAllBytes);
  }

  private <T extends HasMetadata> T single(ApiRequest request, ApiResource<T> resource) {
    return executor.run(request, body -> one(body, resource));
  }

  private <T extends HasMetadata> T one(InputStream body, ApiResource<T> resource)
      throws IOException {
    T object = json.readValue(body, resource.type());
    if (object == null || !resource.kind().equals(object.getKind())) {
      throw new UnexpectedContent("expected a " + resource.kind());
    }
    return object;
  }

  private ApiRequest sending(
      String method, String path, Map<String, String> query, String contentType, Object body) {
    try {
      HttpRequest.BodyPublisher content =
          HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body));
      return ApiRequest.sending(
          method, path, new TreeMap<>(query), new ApiRequest.Body(contentType, content));
    } catch (JsonProcessingException e) {
      throw new ApiException(
          ApiException.Kind.INVALID, method + " " + path + ": cannot be put into JSON", e);
    }
  }

  /** A success that holds something else. */
  private static final class UnexpectedContent extends JsonProcessingException {
    private static final long serialVersionUID = 1L;

    UnexpectedContent(String message) {
      super(message);
    }
  }
}
