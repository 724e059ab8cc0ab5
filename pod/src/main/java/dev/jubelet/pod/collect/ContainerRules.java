package dev.jubelet.pod.collect;

import dev.jubelet.pod.collect.Removal.Reason;
import dev.jubelet.pod.collect.Removal.RemoveContainer;
import dev.jubelet.pod.model.PodUid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which dead containers go, in this order: all of pods whose content goes, of each container the
 * oldest beyond the limit, and, while there are too many in all, the same with a smaller limit and
 * then the oldest of any. Pure.
 *
 * <p>The newest instance of a container of a living pod is never among them: it is what the pod's
 * status and its restarts are made from.
 *
 * <p>Thread: lives within one decision. Owns: the units, which shrink.
 */
final class ContainerRules {
  private static final Comparator<ListedContainer> NEWEST_FIRST =
      Comparator.comparing(ListedContainer::createdAt).reversed();

  /** The dead instances of one container of one pod, newest first; the first may be needed. */
  private record Unit(PodUid pod, List<ListedContainer> dead, boolean newestStays) {
    int least() {
      return newestStays ? 1 : 0;
    }
  }

  private record UnitKey(PodUid pod, String name) {}

  private final CollectionSettings settings;
  private final PodFates fates;
  private final List<Unit> units;
  private final List<RemoveContainer> removals = new ArrayList<>();

  private ContainerRules(
      List<ListedContainer> containers, CollectionSettings settings, PodFates fates, Instant now) {
    this.settings = settings;
    this.fates = fates;
    this.units = units(containers, now.minus(settings.minAge()));
  }

  static List<RemoveContainer> decide(
      List<ListedContainer> containers, CollectionSettings settings, PodFates fates, Instant now) {
    ContainerRules rules = new ContainerRules(containers, settings, fates, now);
    rules.emptyUnitsOfPodsThatGo();
    if (settings.maxPerContainer() >= 0) {
      rules.cutUnits(settings.maxPerContainer(), Reason.LIMIT_PER_CONTAINER);
    }
    if (settings.maxInAll() >= 0) {
      rules.cutToLimitInAll();
    }
    return rules.removals;
  }

  private List<Unit> units(List<ListedContainer> containers, Instant bornBefore) {
    Map<UnitKey, List<ListedContainer>> instances = new LinkedHashMap<>();
    for (ListedContainer container : containers) {
      instances
          .computeIfAbsent(new UnitKey(container.pod(), container.name()), _ -> new ArrayList<>())
          .add(container);
    }
    List<Unit> found = new ArrayList<>();
    instances.forEach((key, all) -> unit(key.pod(), all, bornBefore).ifPresent(found::add));
    return found;
  }

  private Optional<Unit> unit(PodUid pod, List<ListedContainer> instances, Instant bornBefore) {
    instances.sort(NEWEST_FIRST);
    List<ListedContainer> dead = new ArrayList<>(instances);
    dead.removeIf(container -> !container.isDead() || !container.createdAt().isBefore(bornBefore));
    boolean needsNewest =
        !dead.isEmpty() && dead.getFirst().equals(instances.getFirst()) && fates.needsNewest(pod);
    return dead.isEmpty() ? Optional.empty() : Optional.of(new Unit(pod, dead, needsNewest));
  }

  private void emptyUnitsOfPodsThatGo() {
    for (Unit unit : units) {
      fates.contentGoes(unit.pod()).ifPresent(reason -> cut(unit, 0, reason));
    }
    forgetEmpty();
  }

  private void cutUnits(int kept, Reason reason) {
    units.forEach(unit -> cut(unit, Math.max(kept, unit.least()), reason));
    forgetEmpty();
  }

  private void cut(Unit unit, int kept, Reason reason) {
    while (unit.dead().size() > kept) {
      removals.add(new RemoveContainer(unit.dead().removeLast(), reason));
    }
  }

  private void cutToLimitInAll() {
    int limit = settings.maxInAll();
    if (count() > limit) {
      cutUnits(Math.max(1, limit / units.size()), Reason.LIMIT_IN_ALL);
    }
    if (count() > limit) {
      units.stream()
          .flatMap(unit -> unit.dead().stream().skip(unit.least()))
          .sorted(NEWEST_FIRST.reversed())
          .limit(count() - limit)
          .forEach(oldest -> removals.add(new RemoveContainer(oldest, Reason.LIMIT_IN_ALL)));
    }
  }

  private int count() {
    return units.stream().mapToInt(unit -> unit.dead().size()).sum();
  }

  private void forgetEmpty() {
    units.removeIf(unit -> unit.dead().isEmpty());
  }
}
