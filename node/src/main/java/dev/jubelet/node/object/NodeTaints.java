package dev.jubelet.node.object;

import io.fabric8.kubernetes.api.model.Taint;
import java.util.ArrayList;
import java.util.List;

/** The taints that a node registers with. Later ones are the business of others. Pure. */
final class NodeTaints {

  private NodeTaints() {}

  static List<Taint> initial(RegistrationSettings settings) {
    List<Taint> taints = new ArrayList<>(settings.taints());
    if (settings.externalCloud()) {
      taints.add(
          new Taint("NoSchedule", "node.cloudprovider.kubernetes.io/uninitialized", null, "true"));
    }
    return taints;
  }
}
