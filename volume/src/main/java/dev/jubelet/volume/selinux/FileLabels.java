package dev.jubelet.volume.selinux;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SELinuxOptions;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The labels that files need so that the containers of a pod can use them. Pure. */
final class FileLabels {
  private static final int PARTS = 4;
  private static final int LEAST_PARTS = 3;

  private FileLabels() {}

  /** What the policy says cannot be made a label of. */
  static final class Unusable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  /**
   * Those of the containers that mount the volume and say something of labels; without doubles.
   * Throws {@link Unusable}.
   *
   * @param usual the label of files of a container, before a pod changes it
   */
  static Set<String> of(Pod pod, String volume, String usual) {
    return ContainerSpec.all(pod).stream()
        .map(ContainerSpec::container)
        .filter(container -> mounts(container, volume))
        .flatMap(container -> options(pod, container).stream())
        .map(options -> of(options, usual))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean mounts(Container container, String volume) {
    return Containers.orEmpty(container.getVolumeMounts()).stream()
        .anyMatch(mount -> mount.getName().equals(volume));
  }

  /** The container's own, or else the pod's; they are not mixed. */
  private static Optional<SELinuxOptions> options(Pod pod, Container container) {
    return Optional.ofNullable(container.getSecurityContext())
        .map(SecurityContext::getSeLinuxOptions)
        .or(
            () ->
                Optional.ofNullable(pod.getSpec().getSecurityContext())
                    .map(PodSecurityContext::getSeLinuxOptions));
  }

  /**
   * User and level are those of the process, role and type those of files. Empty when the options
   * leave the level to the runtime: which one it will choose cannot be known.
   */
  static String of(SELinuxOptions options, String usual) {
    String level = options.getLevel();
    if (level == null || level.isEmpty()) {
      return "";
    }
    String[] parts = usual.split(":", PARTS);
    if (parts.length < LEAST_PARTS) {
      throw new Unusable(
          "the policy gives files of containers the label \"%s\"; none for a volume can be made of it"
              .formatted(usual));
    }
    String user = options.getUser();
    return String.join(
        ":", user == null || user.isEmpty() ? parts[0] : user, parts[1], parts[2], level);
  }
}
