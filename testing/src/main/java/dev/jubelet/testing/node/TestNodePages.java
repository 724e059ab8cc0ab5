package dev.jubelet.testing.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.testing.time.Patience;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a kubelet under test answers over HTTP.
 *
 * <p>Thread: any. Owns: its connections.
 */
final class TestNodePages implements AutoCloseable {
  private static final Duration PATIENCE = Patience.of(Duration.ofSeconds(60));

  private final String host;
  private final int readOnlyPort;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  TestNodePages(String host, int readOnlyPort) {
    this.host = host;
    this.readOnlyPort = readOnlyPort;
  }

  /** A page of the read-only port; empty when nobody answers. */
  Optional<String> page(String path) {
    return get(readOnlyPort, path).map(HttpResponse::body);
  }

  Optional<HttpResponse<String>> get(int port, String path) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + host + ":" + port + path))
              .timeout(PATIENCE)
              .build();
      return Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Optional<List<Pod>> pods() {
    return page("/pods").map(this::parsed);
  }

  private List<Pod> parsed(String text) {
    try {
      return json.readValue(text, PodList.class).getItems();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
