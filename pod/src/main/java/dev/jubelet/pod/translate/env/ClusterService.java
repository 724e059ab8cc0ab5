package dev.jubelet.pod.translate.env;

import java.util.List;

/**
 * What environment variables say of a service.
 *
 * @param address its own in the cluster; empty for a service that has none
 */
public record ClusterService(String namespace, String name, String address, List<Port> ports) {
  public ClusterService {
    ports = List.copyOf(ports);
  }

  /** {@code name} may be empty; {@code protocol} is as the API writes it, such as {@code TCP}. */
  public record Port(String name, String protocol, int number) {}
}
