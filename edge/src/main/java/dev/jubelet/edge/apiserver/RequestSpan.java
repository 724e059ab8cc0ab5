package dev.jubelet.edge.apiserver;

import dev.jubelet.base.trace.Span;
import dev.jubelet.base.trace.SpanContext;
import dev.jubelet.base.trace.Tracer;
import java.net.URI;

/**
 * The span of one request, from its start to the end of its answer; the server is told of it, and
 * may go on with spans of its own.
 *
 * <p>Thread: begun by the caller's, ended by any.
 */
final class RequestSpan {
  private final Span span;

  private RequestSpan(Span span) {
    this.span = span;
  }

  static RequestSpan begin(Tracer tracer, ApiRequest request, URI server) {
    if (!tracer.isOn()) {
      return new RequestSpan(Span.NONE);
    }
    return new RequestSpan(
        tracer
            .beginCall("HTTP " + request.method())
            .with("http.request.method", request.method())
            .with("server.address", String.valueOf(server.getHost()))
            .with("url.full", server + request.path()));
  }

  /** The request with what the server has to know. */
  ApiRequest told(ApiRequest request) {
    SpanContext context = span.context();
    return context == null ? request : request.with(SpanContext.HEADER, context.header());
  }

  void answered(int status) {
    span.with("http.response.status_code", status);
    if (status >= 400) {
      span.fail("");
    }
  }

  void failed(RuntimeException e) {
    span.fail(String.valueOf(e.getMessage()));
    span.close();
  }

  void ended() {
    span.close();
  }
}
