package dev.jubelet.pod.translate.security;

import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.SupplementalGroupsPolicy;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import java.util.ArrayList;
import java.util.List;

/** Which groups the processes of a pod are in besides their own. Thread: any. */
final class GroupRules {

  /** The order upstream uses for the sandbox: volume groups before those of the spec. */
  static List<Long> ofSandbox(PodSecurityContext context, List<Long> volumeGroups) {
    List<Long> groups = fsGroup(context);
    groups.addAll(volumeGroups);
    groups.addAll(list(context.getSupplementalGroups()));
    return groups;
  }

  /** The order upstream uses for a container: volume groups last. */
  static List<Long> ofContainer(PodSecurityContext context, List<Long> volumeGroups) {
    List<Long> groups = fsGroup(context);
    groups.addAll(list(context.getSupplementalGroups()));
    groups.addAll(volumeGroups);
    return groups;
  }

  static SupplementalGroupsPolicy policy(PodSecurityContext context) {
    String name = text(context.getSupplementalGroupsPolicy(), "Merge");
    return switch (name) {
      case "Merge" -> SupplementalGroupsPolicy.Merge;
      case "Strict" -> SupplementalGroupsPolicy.Strict;
      default -> throw new UntranslatableException("unsupported supplementalGroupsPolicy: " + name);
    };
  }

  private static List<Long> fsGroup(PodSecurityContext context) {
    List<Long> groups = new ArrayList<>();
    if (context.getFsGroup() != null) {
      groups.add(context.getFsGroup());
    }
    return groups;
  }

  private GroupRules() {}
}
