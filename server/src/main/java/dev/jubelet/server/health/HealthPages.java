package dev.jubelet.server.health;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Router;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /healthz} over all checks and {@code /healthz/<check>} for each; any method.
 *
 * <p>Thread: any; immutable.
 */
public final class HealthPages {
  private static final Logger log = LoggerFactory.getLogger(HealthPages.class);

  private final List<HealthCheck> checks;

  public HealthPages(List<HealthCheck> checks) {
    this.checks = List.copyOf(checks);
  }

  public void addTo(Router.Builder routes) {
    routes.any("/healthz", this::all);
    for (HealthCheck check : checks) {
      routes.any("/healthz/" + check.name(), exchange -> one(check, exchange));
    }
  }

  private static void one(HealthCheck check, Exchange exchange) {
    Optional<String> problem = check.problem().get();
    if (problem.isPresent()) {
      exchange.text(500, "internal server error: " + problem.get() + "\n");
    } else {
      exchange.text(200, "ok");
    }
  }

  private void all(Exchange exchange) {
    Query query = exchange.request().query();
    Set<String> excluded = new LinkedHashSet<>(query.all("exclude"));
    StringBuilder lines = new StringBuilder();
    boolean failed = false;
    for (HealthCheck check : checks) {
      if (excluded.remove(check.name())) {
        lines.append("[+]").append(check.name()).append(" excluded: ok\n");
      } else {
        failed |= !describe(check, lines);
      }
    }
    if (!excluded.isEmpty()) {
      lines.append(unknown(excluded));
    }
    if (failed) {
      exchange.text(500, lines + "healthz check failed\n");
    } else if (query.has("verbose")) {
      exchange.text(200, lines + "healthz check passed\n");
    } else {
      exchange.text(200, "ok");
    }
  }

  /** Adds the line of a check; false when it failed. */
  private static boolean describe(HealthCheck check, StringBuilder lines) {
    Optional<String> problem = check.problem().get();
    if (problem.isEmpty()) {
      lines.append("[+]").append(check.name()).append(" ok\n");
      return true;
    }
    log.atWarn()
        .addKeyValue("check", check.name())
        .addKeyValue("reason", problem.get())
        .log("Health check failed");
    lines.append("[-]").append(check.name()).append(" failed: reason withheld\n");
    return false;
  }

  private static String unknown(Set<String> names) {
    return names.stream()
        .map(name -> "\"" + name + "\"")
        .collect(
            Collectors.joining(
                ", ", "warn: some health checks cannot be excluded: no matches for ", "\n"));
  }
}
