package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.LoggingFields;
import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.trace.RecordingTracer;
import dev.jubelet.base.trace.Sampling;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.edge.trace.CollectorEndpoint;
import dev.jubelet.edge.trace.OtlpExporter;
import java.util.Map;
import java.util.Optional;

/**
 * Traces as the configuration wants them; without that field none, and none of their classes.
 *
 * <p>Thread: the one that assembles and ends the process. Owns: the exporter.
 */
record Tracing(Tracer tracer, Optional<OtlpExporter> exporter) implements AutoCloseable {
  private static final String SCOPE = "k8s.io/kubernetes/pkg/kubelet";

  static Tracing of(KubeletConfig config, String hostName, Timers timers) {
    Optional<String> endpoint = config.find(LoggingFields.TRACING_ENDPOINT);
    Optional<Integer> rate = config.find(LoggingFields.TRACING_SAMPLING_RATE_PER_MILLION);
    if (endpoint.isEmpty() && rate.isEmpty()) {
      return new Tracing(Tracer.OFF, Optional.empty());
    }
    OtlpExporter exporter =
        new OtlpExporter(
            endpoint.map(CollectorEndpoint::parse).orElse(CollectorEndpoint.DEFAULT),
            Map.of("service.name", "kubelet", "host.name", hostName),
            timers);
    Sampling sampling = rate.map(Sampling::perMillion).orElse(Sampling.NEVER);
    return new Tracing(
        new RecordingTracer(sampling, timers::now, exporter, SCOPE), Optional.of(exporter));
  }

  void addTo(MetricRegistry metrics) {
    exporter.ifPresent(
        spans -> {
          metrics.add(
              Collected.counter(
                  "jubelet_trace_spans_exported_total",
                  "Spans that the collector of traces took.",
                  spans::exported));
          metrics.add(
              Collected.counter(
                  "jubelet_trace_spans_dropped_total",
                  "Spans that were lost, as too many waited or the collector refused them.",
                  spans::dropped));
        });
  }

  @Override
  public void close() {
    exporter.ifPresent(OtlpExporter::close);
  }
}
