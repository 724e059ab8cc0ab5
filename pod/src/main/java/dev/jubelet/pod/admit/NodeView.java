package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The node as admission sees it.
 *
 * @param allocatable what pods may use in all, by resource name
 * @param os the operating system as Go names it: {@code linux}
 * @param kernel the running kernel, for sysctls that are safe only since some version
 * @param pressures what the node is short of
 */
public record NodeView(
    String nodeName,
    String os,
    Map<String, String> labels,
    List<Taint> taints,
    Map<String, Quantity> allocatable,
    KernelVersion kernel,
    Abilities abilities,
    Set<NodePressure> pressures) {

  /**
   * What the runtime and the kernel can do.
   *
   * @param supplementalGroupsPolicy whether a process can be kept out of the image's groups
   * @param appArmor whether AppArmor profiles are enforced
   */
  public record Abilities(boolean supplementalGroupsPolicy, boolean appArmor) {}

  public NodeView {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
    allocatable = Map.copyOf(allocatable);
    pressures = Set.copyOf(pressures);
  }

  /** A node that is short of nothing. */
  public NodeView(
      String nodeName,
      String os,
      Map<String, String> labels,
      List<Taint> taints,
      Map<String, Quantity> allocatable,
      KernelVersion kernel,
      Abilities abilities) {
    this(nodeName, os, labels, taints, allocatable, kernel, abilities, Set.of());
  }

  /** The same node with the labels and taints that its Node object has. */
  public NodeView with(Map<String, String> otherLabels, List<Taint> otherTaints) {
    return new NodeView(
        nodeName, os, otherLabels, otherTaints, allocatable, kernel, abilities, pressures);
  }
}
