package dev.jubelet.server.http;

import dev.jubelet.base.trace.Span;
import dev.jubelet.base.trace.SpanContext;
import dev.jubelet.base.trace.Tracer;
import java.io.IOException;

/**
 * Makes each request a span, below the client's if it told one, that is named after the route and
 * not after the path: names must not multiply. Stands behind the access control, so that nobody
 * else can have traces made.
 *
 * <p>Thread: the connection's.
 */
public record TracedRouter(Router router, Tracer tracer) implements Handler {
  private static final int FIRST_OWN_FAULT = 500;

  @Override
  public void handle(Exchange exchange) throws IOException {
    Request request = exchange.request();
    String route = router.pattern(request).orElse("");
    String name = route.isEmpty() ? "HTTP %s route not found".formatted(request.method()) : route;
    try (Span span =
        tracer.beginServing(name, request.header(SpanContext.HEADER).flatMap(SpanContext::parse))) {
      span.with("http.request.method", request.method()).with("http.route", route);
      StatusWatch response = new StatusWatch(exchange.response());
      router.handle(new Exchange(request, response, exchange.captured()));
      span.with("http.response.status_code", response.status());
      if (response.status() >= FIRST_OWN_FAULT) {
        span.fail("status " + response.status());
      }
    }
  }
}
