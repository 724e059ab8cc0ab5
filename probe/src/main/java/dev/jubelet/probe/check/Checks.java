package dev.jubelet.probe.check;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriContainers;
import io.fabric8.kubernetes.api.model.Probe;

/**
 * Asks a container in the way its probe says.
 *
 * <p>Thread: any; blocks until the probe's timeout at most, an interrupt ends it.
 */
public final class Checks {
  private static final String UNKNOWN = "unknown";

  private final ExecCheck exec;
  private final HttpCheck http;
  private final TcpCheck tcp;
  private final GrpcCheck grpc;

  public Checks(CriContainers cri, CommandExpansion expansion, Timers timers) {
    this.exec = new ExecCheck(cri, expansion);
    this.http = new HttpCheck(timers);
    this.tcp = new TcpCheck(timers);
    this.grpc = new GrpcCheck(timers);
  }

  public Outcome check(CheckRequest request) {
    Probe probe = request.probe();
    if (probe.getExec() != null) {
      return exec.check(request);
    }
    // An empty host would be this machine.
    return request.podIp().isEmpty()
        ? new Outcome.Errored(UNKNOWN, "the pod has no IP address")
        : overNetwork(request, probe);
  }

  private Outcome overNetwork(CheckRequest request, Probe probe) {
    if (probe.getHttpGet() != null) {
      return http.check(request);
    }
    if (probe.getTcpSocket() != null) {
      return tcp.check(request);
    }
    if (probe.getGrpc() != null) {
      return grpc.check(request);
    }
    return new Outcome.Errored(
        UNKNOWN,
        "missing probe handler for %s:%s"
            .formatted(request.pod().getMetadata().getName(), request.container().getName()));
  }
}
