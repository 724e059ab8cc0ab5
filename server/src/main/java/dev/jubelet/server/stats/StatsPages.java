package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Format;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Response;
import dev.jubelet.server.http.Router;
import java.util.Set;

/**
 * The pages about what is used.
 *
 * <p>Thread: any; immutable.
 */
public final class StatsPages {
  private final Stats stats;

  public StatsPages(Stats stats) {
    this.stats = stats;
  }

  public void addTo(Router.Builder routes) {
    Set<String> methods = Set.of("GET", "POST");
    routes.methods(methods, "/stats/summary", this::summary);
    routes.methods(methods, "/stats/summary/", this::summary);
    routes.any("/metrics/resource", this::resource);
    routes.any("/metrics/cadvisor", this::cadvisor);
  }

  private void summary(Exchange exchange) {
    boolean core = exchange.request().query().all("only_cpu_and_memory").contains("true");
    exchange.json(stats.summary(core));
  }

  private void resource(Exchange exchange) {
    Format format = format(exchange);
    answer(exchange, format).send(stats.resourceMetrics(format));
  }

  /** With many pods it has megabytes, and is made while it is sent. */
  private void cadvisor(Exchange exchange) {
    Format format = format(exchange);
    answer(exchange, format).send(stats.cadvisorMetrics(format));
  }

  private static Format format(Exchange exchange) {
    return Format.accepted(exchange.request().header("Accept").orElse(""));
  }

  private static Response answer(Exchange exchange, Format format) {
    return exchange.response().status(200).header("Content-Type", format.contentType());
  }
}
