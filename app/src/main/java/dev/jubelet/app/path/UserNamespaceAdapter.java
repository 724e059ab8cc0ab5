package dev.jubelet.app.path;

import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.UserNamespace;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import dev.jubelet.resource.userns.PodUserNamespaces;
import dev.jubelet.resource.userns.UserNamespaceException;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Gives pods that ask for it users of their own, where the runtime can.
 *
 * <p>Thread: the lanes.
 *
 * @param ableHandlers which handlers of the runtime can do it
 */
record UserNamespaceAdapter(
    PodUserNamespaces namespaces, RuntimeClasses classes, Supplier<Set<String>> ableHandlers)
    implements Function<Pod, UserNamespace> {
  private static final UserNamespace OF_THE_NODE =
      UserNamespace.newBuilder().setMode(NamespaceMode.NODE).build();

  @Override
  public UserNamespace apply(Pod pod) {
    if (!Boolean.FALSE.equals(pod.getSpec().getHostUsers())) {
      return OF_THE_NODE;
    }
    String handler = classes.handlerOf(pod);
    if (!ableHandlers.get().contains(handler)) {
      throw new UntranslatableException(
          "can't set `spec.hostUsers: false`, "
              + (handler.isEmpty() ? "runtime" : "RuntimeClass handler \"" + handler + "\"")
              + " does not support user namespaces");
    }
    try {
      return namespaces.of(PodUid.of(pod));
    } catch (UserNamespaceException e) {
      throw new UntranslatableException(e.text());
    }
  }
}
