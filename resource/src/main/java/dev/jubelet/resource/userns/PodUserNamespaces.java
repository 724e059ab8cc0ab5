package dev.jubelet.resource.userns;

import dev.jubelet.api.cri.IDMapping;
import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.UserNamespace;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.host.SubordinateIdTool;
import dev.jubelet.pod.model.PodUid;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The user namespaces of pods, from the ids that the machine has set aside for the user {@code
 * kubelet}, or from upstream's default range.
 *
 * <p>Thread: the lanes.
 */
public final class PodUserNamespaces {
  /** Upstream's default of userNamespaces.idsPerPod. */
  public static final long USUAL_IDS_PER_POD = 65536;

  private static final Logger log = LoggerFactory.getLogger(PodUserNamespaces.class);
  private static final String USER = "kubelet";

  private final UserNamespaces namespaces;
  private final Optional<String> problem;

  private PodUserNamespaces(UserNamespaces namespaces, Optional<String> problem) {
    this.namespaces = namespaces;
    this.problem = problem;
  }

  /** Takes the directory of all pods; what is wrong with the ids is told to each pod. */
  public static PodUserNamespaces open(Path pods, long idsPerPod, int maxPods) {
    try {
      IdRange all = setAside(idsPerPod, maxPods);
      return new PodUserNamespaces(new UserNamespaces(pods, all, idsPerPod), Optional.empty());
    } catch (HostException | UserNamespaceException e) {
      log.atError()
          .addKeyValue("problem", e.getMessage())
          .log("User namespaces unavailable; pods with hostUsers=false will not start");
      return new PodUserNamespaces(
          new UserNamespaces(pods, new IdRange(idsPerPod, 0), idsPerPod),
          Optional.of(String.valueOf(e.getMessage())));
    }
  }

  private static IdRange setAside(long idsPerPod, int maxPods) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return SubordinateIdTool.find(USER, path)
        .map(tool -> tool.ask(USER))
        .map(told -> SubordinateIds.parse(told.users(), told.groups(), idsPerPod, maxPods))
        .orElseGet(() -> SubordinateIds.byDefault(idsPerPod));
  }

  /** The pod's own; throws {@link UserNamespaceException}. */
  public UserNamespace of(PodUid uid) {
    problem.ifPresent(
        text -> {
          throw new UserNamespaceException(UserNamespaceException.Kind.SETUP, text);
        });
    IdRange ids = namespaces.of(uid);
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
  public void release(PodUid uid) {
    namespaces.release(uid);
  }
}
