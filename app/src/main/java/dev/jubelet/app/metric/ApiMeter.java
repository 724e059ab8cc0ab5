package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.edge.apiserver.ApiListener;
import java.time.Duration;
import java.util.List;

/**
 * Counts and times the requests to the API server, and the plugins that give credentials for them.
 *
 * <p>Thread: any.
 */
public final class ApiMeter implements ApiListener {
  private static final List<Double> SECONDS =
      List.of(.005, .025, .1, .25, .5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0);

  /** From 64 bytes to 16 MiB. */
  private static final List<Double> BYTES =
      List.of(
          64.0,
          256.0,
          512.0,
          1024.0,
          4096.0,
          16384.0,
          65536.0,
          262144.0,
          1048576.0,
          4194304.0,
          16777216.0);

  private static final String NO_ANSWER = "<error>";
  private static final String[] BY_CALL = {"verb", "host"};

  private final Tally attempts;
  private final Tally retries;
  private final Histogram durations;
  private final Histogram waits;
  private final Histogram requestSizes;
  private final Histogram answerSizes;
  private final Tally plugins;

  ApiMeter(MetricRegistry registry) {
    attempts =
        registry.add(
            Tally.counter(
                "rest_client_requests_total",
                "[ALPHA] Number of HTTP requests, partitioned by status code, method, and host.",
                "code",
                "method",
                "host"));
    retries =
        registry.add(
            Tally.counter(
                "rest_client_request_retries_total",
                "[ALPHA] Number of request retries, partitioned by status code, verb, and host.",
                "code",
                "verb",
                "host"));
    durations =
        registry.add(
            new Histogram(
                "rest_client_request_duration_seconds",
                "[ALPHA] Request latency in seconds. Broken down by verb, and host.",
                SECONDS,
                BY_CALL));
    waits =
        registry.add(
            new Histogram(
                "rest_client_rate_limiter_duration_seconds",
                "[ALPHA] Client side rate limiter latency in seconds. Broken down by verb, and"
                    + " host.",
                SECONDS,
                BY_CALL));
    requestSizes =
        registry.add(
            new Histogram(
                "rest_client_request_size_bytes",
                "[ALPHA] Request size in bytes. Broken down by verb and host.",
                BYTES,
                BY_CALL));
    answerSizes =
        registry.add(
            new Histogram(
                "rest_client_response_size_bytes",
                "[ALPHA] Response size in bytes. Broken down by verb and host.",
                BYTES,
                BY_CALL));
    plugins =
        registry.add(
            Tally.counter(
                "rest_client_exec_plugin_call_total",
                "[ALPHA] Number of calls to an exec plugin, partitioned by the type of event"
                    + " encountered (no_error, plugin_execution_error, plugin_not_found_error,"
                    + " client_internal_error) and an optional exit code. The exit code will be"
                    + " set to 0 if and only if the plugin call was successful.",
                "code",
                "call_status"));
  }

  @Override
  public void limited(Target target, Duration waited) {
    waits.observe(waited, target.method(), target.host());
  }

  @Override
  public void answered(Target target, int status, boolean again) {
    String code = status == 0 ? NO_ANSWER : Integer.toString(status);
    attempts.increment(code, target.method(), target.host());
    if (again) {
      retries.increment(code, target.method(), target.host());
    }
  }

  @Override
  public void sent(Target target, long bytes) {
    requestSizes.observe((double) bytes, target.method(), target.host());
  }

  @Override
  public void received(Target target, long bytes) {
    answerSizes.observe((double) bytes, target.method(), target.host());
  }

  @Override
  public void ended(Target target, Duration took) {
    durations.observe(took, target.method(), target.host());
  }

  @Override
  public void called(Outcome outcome, int code) {
    String status =
        switch (outcome) {
          case SUCCEEDED -> "no_error";
          case FAILED -> "plugin_execution_error";
          case NOT_STARTED -> "plugin_not_found_error";
          case NOT_READ -> "client_internal_error";
        };
    plugins.increment(Integer.toString(code), status);
  }
}
