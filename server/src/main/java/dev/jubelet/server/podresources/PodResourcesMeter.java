package dev.jubelet.server.podresources;

import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;

/**
 * Counts the calls of the pod resources API.
 *
 * <p>Thread: any.
 */
public final class PodResourcesMeter {
  private static final String LABEL = "server_api_version";

  private final MetricRegistry registry;
  private final Tally total;
  private final Counted list;
  private final Counted get;
  private final Counted allocatable;

  /** The two numbers of one kind of call. */
  record Counted(Tally requests, Tally errors) {}

  public PodResourcesMeter(MetricRegistry registry) {
    this.registry = registry;
    total =
        counter(
            "requests_total",
            "Cumulative number of requests to the PodResource endpoint. Broken down by server api"
                + " version.");
    list = counted("list", "List");
    get = counted("get", "Get");
    allocatable = counted("get_allocatable", "GetAllocatableResources");
  }

  private Counted counted(String suffix, String call) {
    return new Counted(
        counter(
            "requests_" + suffix,
            "Number of requests to the PodResource "
                + call
                + " endpoint. Broken down by server api version."),
        counter(
            "errors_" + suffix,
            "Number of requests to the PodResource "
                + call
                + " endpoint which returned error. Broken down by server api version."));
  }

  private Tally counter(String suffix, String help) {
    return registry.add(
        Tally.counter("kubelet_pod_resources_endpoint_" + suffix, "[ALPHA] " + help, LABEL));
  }

  Counted list() {
    return list;
  }

  Counted get() {
    return get;
  }

  Counted allocatable() {
    return allocatable;
  }

  void asked(Counted call, String version) {
    total.increment(version);
    call.requests().increment(version);
  }

  void failed(Counted call, String version) {
    call.errors().increment(version);
  }
}
