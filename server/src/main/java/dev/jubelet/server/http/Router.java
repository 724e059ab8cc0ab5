package dev.jubelet.server.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the handler of a path and turns what it throws into an answer. The first route that fits
 * wins; a path that exists only for other methods answers 405, an unknown one 404.
 *
 * <p>Thread: any; immutable.
 */
public final class Router implements Handler {
  private static final Logger log = LoggerFactory.getLogger(Router.class);

  private final List<Route> routes;

  private Router(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Collects routes in the order of their precedence. */
  public static final class Builder {
    private final List<Route> routes = new ArrayList<>();

    private Builder() {}

    public Builder get(String pattern, Handler handler) {
      return methods(Set.of("GET"), pattern, handler);
    }

    public Builder post(String pattern, Handler handler) {
      return methods(Set.of("POST"), pattern, handler);
    }

    /** Takes every method. */
    public Builder any(String pattern, Handler handler) {
      return methods(Set.of(), pattern, handler);
    }

    public Builder methods(Set<String> methods, String pattern, Handler handler) {
      routes.add(Route.of(methods, pattern, handler));
      return this;
    }

    public Router build() {
      return new Router(routes);
    }
  }

  /** The pattern of the route that would handle the request; none for a malformed path too. */
  Optional<String> pattern(Request request) {
    try {
      List<String> path = PathSegments.split(request.rawPath());
      return routes.stream()
          .filter(route -> route.takes(request.method()) && route.match(path).isPresent())
          .findFirst()
          .map(Route::text);
    } catch (Refusal e) {
      return Optional.empty();
    }
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    try {
      dispatch(exchange);
    } catch (Refusal e) {
      answer(exchange, e.status(), e.text());
    } catch (RuntimeException e) {
      log.atError()
          .setCause(e)
          .addKeyValue("method", exchange.request().method())
          .addKeyValue("path", exchange.request().rawPath())
          .log("Request failed unexpectedly");
      answer(exchange, 500, "internal error");
    }
  }

  private void dispatch(Exchange exchange) throws IOException {
    List<String> path = PathSegments.split(exchange.request().rawPath());
    Set<String> allowed = new TreeSet<>();
    for (Route route : routes) {
      Optional<Map<String, String>> captured = route.match(path);
      if (captured.isPresent()) {
        if (route.takes(exchange.request().method())) {
          route.handler().handle(exchange.withCaptured(captured.get()));
          return;
        }
        allowed.addAll(route.methods());
      }
    }
    if (allowed.isEmpty()) {
      throw new Refusal(404, "404: Page Not Found");
    }
    exchange.response().header("Allow", String.join(", ", allowed));
    throw new Refusal(405, "405: Method Not Allowed");
  }

  /** After the headers have left, only the broken stream can tell the client of a failure. */
  private static void answer(Exchange exchange, int status, String text) {
    if (!exchange.response().committed()) {
      exchange.text(status, text);
    }
  }
}
