package dev.jubelet.resource.cgroup;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.resource.CgroupNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The operator's own cgroups, of the system and of Kubernetes, held to what is reserved for them.
 * They have to be there: an agent that made them would hold nobody to anything.
 *
 * <p>Thread: the one that starts the agent.
 */
public record ReservedCgroups(CgroupNames names, Cgroups cgroups, NodeCgroupRules rules) {
  /** For whom something is reserved, with the word of messages. */
  public enum Owner {
    SYSTEM("System"),
    KUBE("Kube");

    private final String word;

    Owner(String word) {
      this.word = word;
    }
  }

  /**
   * One of them.
   *
   * @param cpuOnly whether only what can be taken back at once is enforced
   */
  public record Reserved(Owner owner, String cgroup, Amounts amounts, boolean cpuOnly) {}

  /** Throws {@link CgroupException} when one is missing or cannot be changed. */
  public void enforce(List<Reserved> all, NodeOfCgroups node) {
    for (Reserved one : all) {
      Path cgroup = names.named(one.cgroup());
      cgroups.problem(cgroup).ifPresent(problem -> fail(one, problem));
      try {
        cgroups.update(cgroup, rules.reserved(one.amounts(), one.cpuOnly()));
      } catch (CgroupException e) {
        fail(one, String.valueOf(e.getMessage()));
      }
      node.tell(
          NodeEvent.Type.NORMAL,
          "NodeAllocatableEnforced",
          "Updated limits on %s reserved cgroup %s"
              .formatted(one.owner().word.toLowerCase(Locale.ROOT), one.cgroup()));
    }
  }

  private static void fail(Reserved one, String problem) {
    throw new CgroupException(
        "Failed to enforce %s Reserved %sCgroup Limits on \"%s\": %s"
            .formatted(
                one.owner().word, one.cpuOnly() ? "Compressible " : "", one.cgroup(), problem));
  }
}
