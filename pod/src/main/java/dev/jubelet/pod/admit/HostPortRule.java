package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A port of the host belongs to one pod, per protocol and address; no address means all. */
final class HostPortRule implements AdmissionRule {
  private static final String ALL_ADDRESSES = "0.0.0.0";

  private record HostPort(String protocol, String address, int port) {
    boolean conflictsWith(HostPort other) {
      return port == other.port
          && protocol.equals(other.protocol)
          && (address.equals(other.address)
              || address.equals(ALL_ADDRESSES)
              || other.address.equals(ALL_ADDRESSES));
    }
  }

  @Override
  public Admission check(Candidate candidate) {
    List<HostPort> taken = candidate.others().stream().flatMap(p -> ports(p).stream()).toList();
    boolean conflict =
        ports(candidate.pod()).stream().anyMatch(p -> taken.stream().anyMatch(p::conflictsWith));
    return conflict
        ? Predicates.failed(
            "NodePorts", "node(s) didn't have free ports for the requested pod ports")
        : Admission.ADMITTED;
  }

  /**
   * Of regular containers and sidecars; an ordinary init container is gone too soon to hold one.
   */
  private static List<HostPort> ports(Pod pod) {
    List<HostPort> ports = new ArrayList<>();
    Stream<Container> sidecars = Containers.init(pod).stream().filter(Containers::isSidecar);
    for (Container container : Stream.concat(sidecars, Containers.regular(pod).stream()).toList()) {
      for (ContainerPort port : Containers.orEmpty(container.getPorts())) {
        hostPort(pod, port, ports);
      }
    }
    return ports;
  }

  private static void hostPort(Pod pod, ContainerPort port, List<HostPort> ports) {
    Integer number = port.getHostPort();
    if (number == null && Boolean.TRUE.equals(pod.getSpec().getHostNetwork())) {
      number = port.getContainerPort();
    }
    if (number == null || number == 0) {
      return;
    }
    String protocol = port.getProtocol() == null ? "TCP" : port.getProtocol();
    String address =
        port.getHostIP() == null || port.getHostIP().isEmpty() ? ALL_ADDRESSES : port.getHostIP();
    ports.add(new HostPort(protocol, address, number));
  }
}
