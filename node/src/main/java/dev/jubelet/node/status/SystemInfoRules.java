package dev.jubelet.node.status;

import io.fabric8.kubernetes.api.model.NodeSwapStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;

/** What a node's status says of machine, system and versions. Pure. */
final class SystemInfoRules {

  private SystemInfoRules() {}

  static NodeSystemInfo of(NodeTraits traits, MachineFacts machine, RuntimeTraits runtime) {
    NodeSystemInfo system = new NodeSystemInfo();
    system.setMachineID(machine.machineId());
    system.setSystemUUID(machine.systemUuid());
    system.setBootID(machine.bootId());
    system.setKernelVersion(machine.kernelVersion());
    system.setOsImage(machine.osImage());
    system.setContainerRuntimeVersion(runtime.label());
    system.setKubeletVersion(traits.kubeletVersion());
    // Required by the API, and no longer said by any kubelet.
    system.setKubeProxyVersion("");
    system.setOperatingSystem(traits.identity().os());
    system.setArchitecture(traits.identity().arch());
    if (machine.swapBytes() != 0) {
      system.setSwap(new NodeSwapStatus(machine.swapBytes()));
    }
    return system;
  }
}
