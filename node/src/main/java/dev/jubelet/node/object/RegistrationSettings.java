package dev.jubelet.node.object;

import dev.jubelet.node.address.NodeIps;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;

/**
 * What the operator wants the Node object to be.
 *
 * @param labels --node-labels
 * @param taints registerWithTaints
 * @param providerId how the cloud knows the machine; may be empty
 * @param controllerAttachDetach whether the controller attaches volumes, not this agent
 * @param externalCloud whether a cloud controller completes the node
 */
public record RegistrationSettings(
    Map<String, String> labels,
    List<Taint> taints,
    String providerId,
    boolean controllerAttachDetach,
    boolean externalCloud,
    NodeIps ips) {

  public RegistrationSettings {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
  }
}
