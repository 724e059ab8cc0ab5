package dev.jubelet.server.metric;

import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.http.Request;
import java.time.Duration;
import java.util.Set;

/**
 * Counts and times requests. The labels come from fixed lists, so that no client can make series:
 * an unknown path or method is {@code other}.
 *
 * <p>Thread: any.
 */
public final class HttpMeter {
  private static final String[] LABELS = {"method", "path", "server_type", "long_running"};
  private static final String OTHER = "other";
  private static final Set<String> METHODS =
      Set.of("OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT");
  private static final Set<String> PATHS =
      Set.of(
          "attach",
          "checkpoint",
          "configz",
          "containerLogs",
          "debug",
          "exec",
          "flagz",
          "healthz",
          "logs",
          "metrics",
          "metrics/cadvisor",
          "metrics/probes",
          "metrics/resource",
          "metrics/slis",
          "pods",
          "portForward",
          "run",
          "runningpods",
          "stats",
          "statusz");
  private static final Set<String> LONG_RUNNING = Set.of("exec", "attach", "debug");

  private final Timers timers;
  private final Tally requests;
  private final Histogram durations;
  private final Tally inFlight;
  private final StreamMeter streams;
  private final Tally dropped;

  /** Which of the servers it is. */
  public enum ServerType {
    READ_WRITE("readwrite"),
    READ_ONLY("readonly");

    private final String wireName;

    ServerType(String wireName) {
      this.wireName = wireName;
    }
  }

  public HttpMeter(MetricRegistry registry, Timers timers) {
    this.timers = timers;
    requests =
        registry.add(
            Tally.counter(
                "kubelet_http_requests_total",
                "[ALPHA] Number of the http requests received since the server started",
                LABELS));
    durations =
        registry.add(
            new Histogram(
                "kubelet_http_requests_duration_seconds",
                "[ALPHA] Duration in seconds to serve http requests",
                Buckets.DEFAULT,
                LABELS));
    streams = new StreamMeter(registry);
    dropped =
        registry.add(
            Tally.counter(
                "jubelet_http_connections_dropped_total",
                "Connections that were cut because too many others had not authenticated either"));
    inFlight =
        registry.add(
            Tally.gauge(
                "kubelet_http_inflight_requests",
                "[ALPHA] Number of the inflight http requests",
                LABELS));
  }

  public void connectionDropped() {
    dropped.increment();
  }

  /** Counts what becomes of requests that leave HTTP. */
  public StreamMeter streams() {
    return streams;
  }

  /** The handler with its requests counted. */
  public Handler metered(ServerType type, Handler next) {
    return exchange -> {
      String[] labels = labels(exchange.request(), type);
      long start = timers.nanoTime();
      requests.increment(labels);
      inFlight.increment(labels);
      try {
        next.handle(exchange);
      } finally {
        inFlight.add(-1, labels);
        durations.observe(Duration.ofNanos(timers.nanoTime() - start), labels);
      }
    };
  }

  private static String[] labels(Request request, ServerType type) {
    String method = METHODS.contains(request.method()) ? request.method() : OTHER;
    String path = area(request.rawPath());
    return new String[] {
      method, path, type.wireName, Boolean.toString(LONG_RUNNING.contains(path))
    };
  }

  /** The first word of the path, of metrics the first two. */
  private static String area(String path) {
    String[] words = path.split("/", 4);
    String first = words.length > 1 ? words[1] : "";
    String two = words.length > 2 ? first + "/" + words[2] : first;
    if (PATHS.contains(two)) {
      return two;
    }
    return PATHS.contains(first) ? first : OTHER;
  }
}
