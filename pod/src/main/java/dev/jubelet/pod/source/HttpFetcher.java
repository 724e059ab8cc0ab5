package dev.jubelet.pod.source;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Gets one URL, whole or not at all, within a time and a size. The client is made for the first
 * request, since few nodes have such a source.
 *
 * <p>Thread: one at a time. Owns: the client.
 */
final class HttpFetcher implements AutoCloseable {
  private static final int OK = 200;

  private final URI uri;
  private final Map<String, List<String>> headers;
  private final Duration timeout;
  private final int maxBytes;
  private @Nullable HttpClient client;

  HttpFetcher(URI uri, Map<String, List<String>> headers, Duration timeout, int maxBytes) {
    this.uri = uri;
    this.headers = headers;
    this.timeout = timeout;
    this.maxBytes = maxBytes;
  }

  /** Returns the body, or throws with a message that has no header in it. */
  byte[] fetch() throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> pending =
        client()
            .sendAsync(
                request(),
                HttpResponse.BodyHandlers.limiting(
                    HttpResponse.BodyHandlers.ofByteArray(), maxBytes));
    try {
      HttpResponse<byte[]> response = pending.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != OK) {
        throw new IOException("answered " + response.statusCode() + ", expected " + OK);
      }
      return response.body();
    } catch (TimeoutException e) {
      throw new IOException("did not answer within " + timeout.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    } finally {
      pending.cancel(true);
    }
  }

  private HttpRequest request() throws IOException {
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(withoutUser()).timeout(timeout);
      if (uri.getUserInfo() != null) {
        byte[] user = uri.getUserInfo().getBytes(StandardCharsets.UTF_8);
        request.setHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(user));
      }
      headers.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
      return request.build();
    } catch (IllegalArgumentException e) {
      // The message may quote a header's value.
      throw new IOException("cannot be asked for: the URL or a header name is not allowed", e);
    }
  }

  /** The URL as it may be logged. */
  URI withoutUser() {
    String user = uri.getRawUserInfo();
    return user == null ? uri : URI.create(uri.toString().replace(user + "@", ""));
  }

  private HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NORMAL)
              .connectTimeout(timeout)
              .build();
    }
    return client;
  }

  @Override
  public void close() {
    if (client != null) {
      client.shutdownNow();
    }
  }
}
