package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.Quantities;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of all active pods together must fit into what the node has to give. A resource of
 * some vendor that the node has never heard of is not the node's to count.
 */
final class ResourceFitRule implements AdmissionRule {
  private static final List<String> FIRST =
      List.of(Amounts.CPU, Amounts.MEMORY, Amounts.EPHEMERAL_STORAGE);

  @Override
  public Admission check(Candidate candidate) {
    List<Shortage> shortages = shortages(candidate);
    return shortages.isEmpty() ? Admission.ADMITTED : shortages.getFirst().refusal();
  }

  /** Everything that is short, the most telling first. */
  static List<Shortage> shortages(Candidate candidate) {
    Amounts allocatable = Amounts.of(candidate.node().allocatable());
    Amounts used = candidate.others().requested();
    Amounts requested = PodDemand.requests(candidate.pod());
    List<Shortage> shortages = new ArrayList<>();
    long pods = candidate.others().count();
    long allowed = Quantities.whole(allocatable.get(Amounts.PODS));
    if (pods + 1 > allowed) {
      shortages.add(new Shortage(Amounts.PODS, 1, pods, allowed));
    }
    for (String name : inOrder(requested)) {
      Shortage need =
          new Shortage(
              name,
              Shortage.count(name, requested),
              Shortage.count(name, used),
              Shortage.count(name, allocatable));
      boolean counted = !isExtended(name) || allocatable.has(name);
      if (counted && need.requested() > 0 && need.missing() > 0) {
        shortages.add(need);
      }
    }
    return shortages;
  }

  private static List<String> inOrder(Amounts requested) {
    List<String> names = new ArrayList<>(FIRST);
    requested.names().stream().filter(name -> !FIRST.contains(name)).forEach(names::add);
    return names;
  }

  /** Resources of vendors have a domain of their own before the slash. */
  private static boolean isExtended(String name) {
    return name.contains("/") && !name.contains("kubernetes.io/");
  }
}
