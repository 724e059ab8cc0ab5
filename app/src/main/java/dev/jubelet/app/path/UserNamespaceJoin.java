package dev.jubelet.app.path;

import dev.jubelet.api.cri.IDMapping;
import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.UserNamespace;
import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.host.SubordinateIdTool;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import dev.jubelet.resource.userns.IdRange;
import dev.jubelet.resource.userns.SubordinateIds;
import dev.jubelet.resource.userns.UserNamespaceException;
import dev.jubelet.resource.userns.UserNamespaces;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives pods that ask for it users of their own, where the runtime can.
 *
 * <p>Thread: the lanes.
 */
final class UserNamespaceJoin {
  private static final Logger log = LoggerFactory.getLogger(UserNamespaceJoin.class);
  private static final String USER = "kubelet";
  private static final long USUAL_IDS_PER_POD = 65536;
  private static final UserNamespace OF_THE_NODE =
      UserNamespace.newBuilder().setMode(NamespaceMode.NODE).build();

  private final UserNamespaces namespaces;
  private final Optional<String> problem;
  private final RuntimeClasses classes;
  private final Supplier<Set<String>> ableHandlers;

  /** Takes the directory of all pods, and which handlers of the runtime can do it. */
  UserNamespaceJoin(
      KubeletConfig config, Path pods, RuntimeClasses classes, Supplier<Set<String>> ableHandlers) {
    this.classes = classes;
    this.ableHandlers = ableHandlers;
    long idsPerPod = config.find(PodFields.IDS_PER_POD).orElse(USUAL_IDS_PER_POD);
    IdRange all = new IdRange(idsPerPod, 0);
    Optional<String> found = Optional.empty();
    try {
      all = setAside(idsPerPod, config.get(PodFields.MAX_PODS));
    } catch (HostException | UserNamespaceException e) {
      found = Optional.of(String.valueOf(e.getMessage()));
      log.atError().addKeyValue("problem", e.getMessage()).log("No pod can have its own users");
    }
    this.problem = found;
    this.namespaces = new UserNamespaces(pods, all, idsPerPod);
  }

  private static IdRange setAside(long idsPerPod, int maxPods) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return SubordinateIdTool.find(USER, path)
        .map(tool -> tool.ask(USER))
        .map(told -> SubordinateIds.parse(told.users(), told.groups(), idsPerPod, maxPods))
        .orElseGet(() -> SubordinateIds.byDefault(idsPerPod));
  }

  UserNamespace of(Pod pod) {
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
    problem.ifPresent(
        text -> {
          throw new UntranslatableException(text);
        });
    try {
      return ofItsOwn(namespaces.of(PodUid.of(pod)));
    } catch (UserNamespaceException e) {
      throw new UntranslatableException(e.text());
    }
  }

  private static UserNamespace ofItsOwn(IdRange ids) {
    IDMapping mapping =
        IDMapping.newBuilder()
            .setHostId((int) ids.first())
            .setContainerId(0)
            .setLength((int) ids.count())
            .build();
    return UserNamespace.newBuilder()
        .setMode(NamespaceMode.POD)
        .addUids(mapping)
        .addGids(mapping)
        .build();
  }

  /** Gives back what an ended pod held. */
  void release(PodUid uid) {
    namespaces.release(uid);
  }
}
