package dev.jubelet.server.metric;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Router;

/**
 * The pages of the agent's own metrics.
 *
 * <p>Thread: any; immutable.
 */
public final class MetricPages {
  private final MetricRegistry main;
  private final MetricRegistry probes;
  private final MetricRegistry slis;
  private final HealthSlis health;

  public MetricPages(
      MetricRegistry main, MetricRegistry probes, MetricRegistry slis, HealthSlis health) {
    this.main = main;
    this.probes = probes;
    this.slis = slis;
    this.health = health;
  }

  public void addTo(Router.Builder routes) {
    routes.any("/metrics", exchange -> send(exchange, main));
    routes.any("/metrics/probes", exchange -> send(exchange, probes));
    routes.any("/metrics/slis", this::slis);
  }

  private void slis(Exchange exchange) {
    if (exchange.request().method().equals("DELETE")) {
      health.reset();
      exchange.text(200, "metrics reset\n");
    } else {
      send(exchange, slis);
    }
  }

  private static void send(Exchange exchange, MetricRegistry registry) {
    Format format = Format.accepted(exchange.request().header("Accept").orElse(""));
    exchange
        .response()
        .status(200)
        .header("Content-Type", format.contentType())
        .send(registry.text(format));
  }
}
