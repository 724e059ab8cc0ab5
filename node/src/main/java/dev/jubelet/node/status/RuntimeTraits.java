package dev.jubelet.node.status;

import java.util.List;
import java.util.Optional;

/**
 * What the container runtime says of itself.
 *
 * @param version empty when it could not be asked
 * @param supplementalGroupsPolicy empty when it does not report features
 */
public record RuntimeTraits(
    String name,
    String version,
    List<Handler> handlers,
    Optional<Boolean> supplementalGroupsPolicy) {

  /** A way to run containers; the default one has no name. */
  public record Handler(String name, boolean recursiveReadOnlyMounts, boolean userNamespaces) {}

  public RuntimeTraits {
    handlers = List.copyOf(handlers);
  }

  /** As a node's status names it, such as {@code containerd://2.1.9}. */
  String label() {
    return name + "://" + (version.isEmpty() ? "Unknown" : version);
  }
}
