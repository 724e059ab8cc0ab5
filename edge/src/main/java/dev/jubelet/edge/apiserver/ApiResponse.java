package dev.jubelet.edge.apiserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.util.Optional;

/**
 * The head of an answer and its body, still coming in.
 *
 * <p>Thread: one reader; {@link #close} from any, which makes the reader fail. Owns: the stream.
 */
final class ApiResponse implements AutoCloseable {
  private final HttpResponse<InputStream> response;
  private final ResponseBody body;
  private final Runnable ended;

  ApiResponse(HttpResponse<InputStream> response, ResponseBody body, Runnable ended) {
    this.response = response;
    this.body = body;
    this.ended = ended;
  }

  int status() {
    return response.statusCode();
  }

  boolean succeeded() {
    return status() / 100 == 2;
  }

  Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }

  /** On which it comes in; a name that means nothing else, and is empty if it is not known. */
  String connection() {
    return response.connectionLabel().orElse("");
  }

  InputStream body() {
    return body;
  }

  /** How many bytes of the body have been read. */
  long received() {
    return body.received();
  }

  /** Reads what is left, a few bytes as a rule, so that the connection can be used again. */
  void finish() throws IOException {
    body.transferTo(OutputStream.nullOutputStream());
  }

  @Override
  public void close() {
    try {
      body.abort();
    } catch (IOException e) {
      throw new ApiException(ApiException.Kind.UNAVAILABLE, "an answer could not be closed", e);
    } finally {
      ended.run();
    }
  }
}
