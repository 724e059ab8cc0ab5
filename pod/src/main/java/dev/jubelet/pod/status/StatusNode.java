package dev.jubelet.pod.status;

import java.util.List;
import java.util.Set;

/**
 * What a status says about the node: its addresses (the first one's family is preferred), the name
 * of the runtime that stands before container IDs, and which runtime handlers can mount recursively
 * read-only, and whether the feature ContainerStopSignals is on.
 */
public record StatusNode(
    List<String> hostIps,
    String runtimeName,
    Set<String> recursiveReadOnlyHandlers,
    boolean stopSignals) {
  public StatusNode {
    hostIps = List.copyOf(hostIps);
    recursiveReadOnlyHandlers = Set.copyOf(recursiveReadOnlyHandlers);
  }

  String containerId(String id) {
    return runtimeName + "://" + id;
  }

  boolean prefersIpv6() {
    return !hostIps.isEmpty() && hostIps.getFirst().contains(":");
  }
}
