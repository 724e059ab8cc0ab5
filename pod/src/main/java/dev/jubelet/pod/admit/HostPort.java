package dev.jubelet.pod.admit;

import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A port of the host that a pod takes; no address means all of the host's. */
record HostPort(String protocol, String address, int port) {
  static final String ALL_ADDRESSES = "0.0.0.0";

  boolean conflictsWith(HostPort other) {
    return port == other.port
        && protocol.equals(other.protocol)
        && (address.equals(other.address)
            || address.equals(ALL_ADDRESSES)
            || other.address.equals(ALL_ADDRESSES));
  }

  /**
   * Of regular containers and sidecars; an ordinary init container is gone too soon to hold one.
   */
  static List<HostPort> of(Pod pod) {
    List<HostPort> ports = new ArrayList<>();
    Stream<Container> sidecars = Containers.init(pod).stream().filter(Containers::isSidecar);
    for (Container container : Stream.concat(sidecars, Containers.regular(pod).stream()).toList()) {
      for (ContainerPort port : Containers.orEmpty(container.getPorts())) {
        add(pod, port, ports);
      }
    }
    return ports;
  }

  private static void add(Pod pod, ContainerPort port, List<HostPort> ports) {
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
