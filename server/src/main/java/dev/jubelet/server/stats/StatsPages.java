package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Format;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Router;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

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
    routes.any("/metrics/resource", x -> metrics(x, stats::resourceMetrics));
    routes.any("/metrics/cadvisor", x -> metrics(x, stats::cadvisorMetrics));
  }

  private void summary(Exchange exchange) {
    boolean core = exchange.request().query().all("only_cpu_and_memory").contains("true");
    exchange.json(stats.summary(core));
  }

  private static void metrics(Exchange exchange, Function<Format, List<byte[]>> page) {
    Format format = Format.accepted(exchange.request().header("Accept").orElse(""));
    exchange
        .response()
        .status(200)
        .header("Content-Type", format.contentType())
        .send(page.apply(format));
  }
}
