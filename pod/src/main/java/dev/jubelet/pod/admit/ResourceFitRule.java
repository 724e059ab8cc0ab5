package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The requests of all active pods together must fit into what the node has to give. A resource of
 * some vendor that the node has never heard of is not the node's to count.
 */
final class ResourceFitRule implements AdmissionRule {
  private static final List<String> FIRST =
      List.of(Amounts.CPU, Amounts.MEMORY, Amounts.EPHEMERAL_STORAGE);

  @Override
  public Admission check(Candidate candidate) {
    Amounts allocatable = Amounts.of(candidate.node().allocatable());
    long pods = candidate.others().size();
    long allowed = Quantities.whole(allocatable.get(Amounts.PODS));
    if (pods + 1 > allowed) {
      return insufficient(Amounts.PODS, 1, pods, allowed);
    }
    Amounts requested = PodDemand.requests(candidate.pod());
    Amounts used = used(candidate.others());
    for (String name : inOrder(requested)) {
      Optional<Admission> lack = lack(name, requested, used, allocatable);
      if (lack.isPresent()) {
        return lack.get();
      }
    }
    return Admission.ADMITTED;
  }

  private static Optional<Admission> lack(
      String name, Amounts requested, Amounts used, Amounts allocatable) {
    if (isExtended(name) && !allocatable.has(name)) {
      return Optional.empty();
    }
    long request = count(name, requested);
    long taken = count(name, used);
    long capacity = count(name, allocatable);
    return request > 0 && request > capacity - taken
        ? Optional.of(insufficient(name, request, taken, capacity))
        : Optional.empty();
  }

  private static Admission insufficient(String name, long request, long used, long capacity) {
    return new Admission.Rejected(
        "OutOf" + name,
        "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
            .formatted(name, request, used, capacity));
  }

  private static Amounts used(List<Pod> pods) {
    Amounts sum = Amounts.NONE;
    for (Pod pod : pods) {
      sum = sum.plus(PodDemand.requests(pod));
    }
    return sum;
  }

  private static List<String> inOrder(Amounts requested) {
    List<String> names = new ArrayList<>(FIRST);
    requested.names().stream().filter(name -> !FIRST.contains(name)).forEach(names::add);
    return names;
  }

  private static long count(String name, Amounts amounts) {
    return name.equals(Amounts.CPU) ? amounts.milliCpu() : Quantities.whole(amounts.get(name));
  }

  /** Resources of vendors have a domain of their own before the slash. */
  private static boolean isExtended(String name) {
    return name.contains("/") && !name.contains("kubernetes.io/");
  }
}
