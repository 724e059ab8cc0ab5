package dev.jubelet.pod.collect;

import dev.jubelet.pod.collect.Removal.Reason;
import dev.jubelet.pod.collect.Removal.RemoveContainer;
import dev.jubelet.pod.collect.Removal.RemoveLink;
import dev.jubelet.pod.collect.Removal.RemoveLogDirectory;
import dev.jubelet.pod.collect.Removal.RemoveSandbox;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.PodUid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a collection removes, in its order: containers, then sandboxes that have none left, then
 * directories of logs, then links. Pure.
 */
final class CollectionRules {
  private static final Comparator<ListedSandbox> NEWEST_FIRST =
      Comparator.comparing(ListedSandbox::createdAt).reversed();
  private static final String LINK_SUFFIX = ".log";

  /** A shorter one at the end of a link's name is no container's. */
  private static final int SHORTEST_ID = 6;

  private final Holdings holdings;
  private final PodFates fates;

  private CollectionRules(Holdings holdings, PodFates fates) {
    this.holdings = holdings;
    this.fates = fates;
  }

  /** With {@code clearsEnded} also all that pods have which have ended, as eviction wants it. */
  static List<Removal> decide(
      Holdings holdings,
      KnownPods known,
      CollectionSettings settings,
      boolean clearsEnded,
      Instant now) {
    PodFates fates = new PodFates(known, clearsEnded);
    List<RemoveContainer> containers =
        ContainerRules.decide(holdings.containers(), settings, fates, now);
    CollectionRules rules = new CollectionRules(holdings, fates);
    List<Removal> removals = new ArrayList<>(containers);
    removals.addAll(rules.sandboxes(containers));
    removals.addAll(rules.logDirectories());
    removals.addAll(rules.links());
    return removals;
  }

  private List<Removal> sandboxes(List<RemoveContainer> removed) {
    Set<String> gone = new HashSet<>();
    removed.forEach(removal -> gone.add(removal.container().id()));
    Set<String> occupied = new HashSet<>();
    for (ListedContainer container : holdings.containers()) {
      if (!gone.contains(container.id())) {
        occupied.add(container.sandboxId());
      }
    }
    Map<PodUid, List<ListedSandbox>> ofPods = new LinkedHashMap<>();
    for (ListedSandbox sandbox : holdings.sandboxes()) {
      ofPods.computeIfAbsent(sandbox.pod(), _ -> new ArrayList<>()).add(sandbox);
    }
    List<Removal> removals = new ArrayList<>();
    ofPods.forEach((pod, all) -> removals.addAll(sandboxes(pod, all, occupied)));
    return removals;
  }

  /** A pod that stays keeps its newest sandbox, from which the next one is numbered. */
  private List<Removal> sandboxes(PodUid pod, List<ListedSandbox> all, Set<String> occupied) {
    Optional<Reason> goes = fates.contentGoes(pod);
    all.sort(NEWEST_FIRST);
    List<Removal> removals = new ArrayList<>();
    for (ListedSandbox sandbox : all.subList(goes.isPresent() ? 0 : 1, all.size()).reversed()) {
      if (!sandbox.ready() && !occupied.contains(sandbox.id())) {
        removals.add(new RemoveSandbox(sandbox, goes.orElse(Reason.REPLACED)));
      }
    }
    return removals;
  }

  /** Those of a pod that has ended stay for readers; only eviction takes them. */
  private List<Removal> logDirectories() {
    List<Removal> removals = new ArrayList<>();
    for (String name : holdings.logDirectories()) {
      PodUid pod = new PodUid(name.substring(name.lastIndexOf('_') + 1));
      fates
          .contentGoes(pod)
          .filter(reason -> reason != Reason.POD_ENDED)
          .ifPresent(reason -> removals.add(new RemoveLogDirectory(name, pod, reason)));
    }
    return removals;
  }

  /** While a log is rotated its link leads nowhere for a moment, but its container runs. */
  private List<Removal> links() {
    List<Removal> removals = new ArrayList<>();
    for (String name : holdings.deadLinks()) {
      boolean mayWrite =
          containerOf(name).filter(container -> container.state() != State.EXITED).isPresent();
      if (!mayWrite) {
        removals.add(new RemoveLink(name, Reason.NO_LOG));
      }
    }
    return removals;
  }

  /** By the id at the end of the name, which may be cut. */
  private Optional<ListedContainer> containerOf(String link) {
    String name = link.substring(0, link.length() - LINK_SUFFIX.length());
    String id = name.substring(name.lastIndexOf('-') + 1);
    return id.length() < SHORTEST_ID
        ? Optional.empty()
        : holdings.containers().stream()
            .filter(container -> container.id().startsWith(id))
            .findFirst();
  }
}
