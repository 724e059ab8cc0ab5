package dev.jubelet.node.status;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The features that a node declares for schedulers, computed once at the start. Pure. */
public final class DeclaredFeatures {
  private static final Set<String> BY_GATE =
      Set.of(
          "ExtendWebSocketsToKubelet",
          "InPlacePodLevelResourcesVerticalScaling",
          "InPlacePodVerticalScalingInitContainers",
          "RestartAllContainersOnContainerExits");
  private static final String HOST_NETWORK = "UserNamespacesHostNetworkSupport";

  private DeclaredFeatures() {}

  /**
   * @param working feature gates that are on and that this agent has built
   * @param hostNetworkInUserNamespace whether the runtime can do that
   */
  public static List<String> of(Set<String> working, boolean hostNetworkInUserNamespace) {
    Set<String> declared = new TreeSet<>(working);
    declared.retainAll(BY_GATE);
    if (hostNetworkInUserNamespace && working.contains(HOST_NETWORK)) {
      declared.add(HOST_NETWORK);
    }
    return List.copyOf(declared);
  }
}
