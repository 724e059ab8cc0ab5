package dev.jubelet.pod.status;

import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.stream.Stream;

/**
 * The addresses of pod and host: at most one of each family, the node's family first. A pod on the
 * host's network has the host's; one without a ready sandbox keeps those it had. Pure.
 */
final class PodIpRules {

  private PodIpRules() {}

  static void apply(StatusInput in, PodStatus status) {
    List<String> hostIps = in.node().hostIps().stream().limit(2).toList();
    status.setHostIPs(hostIps.stream().map(HostIP::new).toList());
    hostIps.stream().findFirst().ifPresent(status::setHostIP);
    List<String> podIps = podIps(in);
    status.setPodIPs(podIps.stream().map(PodIP::new).toList());
    podIps.stream().findFirst().ifPresent(status::setPodIP);
  }

  private static List<String> podIps(StatusInput in) {
    if (Boolean.TRUE.equals(in.pod().getSpec().getHostNetwork())) {
      return onePerFamily(in.node().hostIps(), in.node().prefersIpv6());
    }
    return in.observed()
        .activeSandbox()
        .map(sandbox -> onePerFamily(sandbox.ips(), in.node().prefersIpv6()))
        .orElseGet(() -> in.old().getPodIPs().stream().map(PodIP::getIp).toList());
  }

  private static List<String> onePerFamily(List<String> ips, boolean ipv6First) {
    return Stream.of(ipv6First, !ipv6First)
        .flatMap(ipv6 -> ips.stream().filter(ip -> ip.contains(":") == ipv6).limit(1))
        .toList();
  }
}
