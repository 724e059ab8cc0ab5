package dev.jubelet.node.status;

import java.util.List;

/**
 * What of a node's status stays while the agent runs.
 *
 * @param kubeletVersion such as {@code v1.36.0}
 * @param port where the agent listens for the API server; 0 when it does not
 * @param maxImages how many images are told; -1 for all
 * @param declaredFeatures see {@link DeclaredFeatures}
 */
public record NodeTraits(
    NodeIdentity identity,
    String kubeletVersion,
    int port,
    int maxImages,
    List<String> declaredFeatures) {

  public NodeTraits {
    declaredFeatures = List.copyOf(declaredFeatures);
  }
}
