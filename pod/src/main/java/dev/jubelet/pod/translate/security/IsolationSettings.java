package dev.jubelet.pod.translate.security;

import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.UserNamespace;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.Function;

/**
 * What other parts of the agent decide about a pod's identity: its user namespace, and the groups
 * that own its persistent volumes.
 */
public record IsolationSettings(
    Function<Pod, UserNamespace> userNamespace, Function<Pod, List<Long>> volumeGroups) {

  /** No pod has a user namespace of its own or a volume with a group. */
  public static final IsolationSettings NODE_ONLY =
      new IsolationSettings(
          pod -> UserNamespace.newBuilder().setMode(NamespaceMode.NODE).build(), pod -> List.of());
}
