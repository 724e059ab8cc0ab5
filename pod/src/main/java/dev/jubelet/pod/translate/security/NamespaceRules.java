package dev.jubelet.pod.translate.security;

import static dev.jubelet.pod.translate.spec.SpecValues.hostNetwork;
import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;

import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.NamespaceOption;
import dev.jubelet.api.cri.UserNamespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import org.jspecify.annotations.Nullable;

/** Which namespaces the containers of a pod share, and with whom. Thread: any. */
final class NamespaceRules {

  static NamespaceOption forPod(Pod pod, UserNamespace userNamespace) {
    PodSpec spec = pod.getSpec();
    return NamespaceOption.newBuilder()
        .setNetwork(hostNetwork(pod) ? NamespaceMode.NODE : NamespaceMode.POD)
        .setIpc(isTrue(spec.getHostIPC()) ? NamespaceMode.NODE : NamespaceMode.POD)
        .setPid(pid(spec))
        .setUsernsOptions(userNamespace)
        .build();
  }

  private static NamespaceMode pid(PodSpec spec) {
    if (isTrue(spec.getHostPID())) {
      return NamespaceMode.NODE;
    }
    return isTrue(spec.getShareProcessNamespace()) ? NamespaceMode.POD : NamespaceMode.CONTAINER;
  }

  /**
   * For a debugging container that wants to see the processes of another one; a pod whose
   * containers already share their processes needs no such link.
   */
  static NamespaceOption joining(NamespaceOption options, @Nullable String targetContainerId) {
    if (targetContainerId == null || options.getPid() != NamespaceMode.CONTAINER) {
      return options;
    }
    return options.toBuilder().setPid(NamespaceMode.TARGET).setTargetId(targetContainerId).build();
  }

  private NamespaceRules() {}
}
