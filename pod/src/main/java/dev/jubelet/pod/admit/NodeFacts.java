package dev.jubelet.pod.admit;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/**
 * What admission needs to know of the node.
 *
 * @param allocatable what pods may use in all, by resource name
 * @param os the operating system as Go names it: {@code linux}
 * @param kernel the running kernel, for sysctls that are safe only since some version
 * @param supplementalGroupsPolicy whether the runtime can keep a process out of the image's groups
 * @param appArmor whether the kernel enforces AppArmor profiles
 */
public record NodeFacts(
    String nodeName,
    String os,
    Map<String, String> labels,
    Map<String, Quantity> allocatable,
    KernelVersion kernel,
    boolean supplementalGroupsPolicy,
    boolean appArmor) {

  public NodeFacts {
    labels = Map.copyOf(labels);
    allocatable = Map.copyOf(allocatable);
  }
}
