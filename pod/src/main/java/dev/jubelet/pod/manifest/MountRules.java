package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The API's rules for what a container mounts. Pure. */
final class MountRules {
  private static final List<String> PROPAGATIONS =
      List.of("None", "HostToContainer", "Bidirectional");
  private static final List<String> RECURSIVE = List.of("Disabled", "IfPossible", "Enabled");

  private MountRules() {}

  static void check(Container container, Set<String> volumes, String path, Problems problems) {
    Set<String> mountPaths = new HashSet<>();
    for (int i = 0; i < container.getVolumeMounts().size(); i++) {
      VolumeMount mount = container.getVolumeMounts().get(i);
      String at = path + ".volumeMounts[" + i + "]";
      volume(mount.getName(), volumes, at, problems);
      if (MetaRules.isEmpty(mount.getMountPath())) {
        problems.required(at + ".mountPath", "a mount needs a path in the container");
      } else if (!mountPaths.add(mount.getMountPath())) {
        problems.invalid(at + ".mountPath", mount.getMountPath(), "must be unique");
      }
      subPath(mount, at, problems);
      propagation(container, mount, at, problems);
    }
  }

  private static void volume(
      @Nullable String name, Set<String> volumes, String at, Problems problems) {
    if (name == null || name.isEmpty()) {
      problems.required(at + ".name", "a mount names a volume of the pod");
    } else if (!volumes.contains(name)) {
      problems.notFound(at + ".name", name);
    }
  }

  private static void subPath(VolumeMount mount, String at, Problems problems) {
    boolean both =
        !MetaRules.isEmpty(mount.getSubPath()) && !MetaRules.isEmpty(mount.getSubPathExpr());
    if (both) {
      problems.invalid(at + ".subPathExpr", mount.getSubPathExpr(), "excludes subPath");
    }
    descending(mount.getSubPath(), at + ".subPath", problems);
    descending(mount.getSubPathExpr(), at + ".subPathExpr", problems);
  }

  /** A path that stays below where it starts. */
  static void descending(@Nullable String value, String at, Problems problems) {
    if (value == null || value.isEmpty()) {
      return;
    }
    if (value.startsWith("/")) {
      problems.invalid(at, value, "must be a relative path");
    }
    if (Arrays.asList(value.split("/")).contains("..")) {
      problems.invalid(at, value, "must not contain ..");
    }
  }

  private static void propagation(
      Container container, VolumeMount mount, String at, Problems problems) {
    problems.oneOf(at + ".mountPropagation", mount.getMountPropagation(), PROPAGATIONS);
    problems.oneOf(at + ".recursiveReadOnly", mount.getRecursiveReadOnly(), RECURSIVE);
    boolean privileged =
        container.getSecurityContext() != null
            && Boolean.TRUE.equals(container.getSecurityContext().getPrivileged());
    if ("Bidirectional".equals(mount.getMountPropagation()) && !privileged) {
      problems.forbidden(
          at + ".mountPropagation", "Bidirectional is available only to privileged containers");
    }
    boolean recursive =
        mount.getRecursiveReadOnly() != null && !mount.getRecursiveReadOnly().equals("Disabled");
    if (recursive && !Boolean.TRUE.equals(mount.getReadOnly())) {
      problems.forbidden(at + ".recursiveReadOnly", "may only be set when readOnly is true");
    }
    boolean spreads =
        !MetaRules.isEmpty(mount.getMountPropagation())
            && !mount.getMountPropagation().equals("None");
    if (recursive && spreads) {
      problems.forbidden(
          at + ".recursiveReadOnly", "may only be set when mountPropagation is None or not set");
    }
  }
}
