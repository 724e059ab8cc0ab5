package dev.jubelet.server.stats;

import dev.jubelet.edge.usage.CgroupReader;
import dev.jubelet.edge.usage.NetworkCounters;
import dev.jubelet.edge.usage.NetworkCounters.Link;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The network interfaces of pods. Any process of a pod sees them; that of the sandbox is there for
 * longest and is remembered as long as its cgroup is.
 *
 * <p>Thread: one at a time. Owns: a process of each sandbox.
 */
final class PodLinks {
  private static final long INIT = 1;

  private final CgroupReader reader;
  private final NetworkCounters network;
  private final Map<String, Long> witnesses = new HashMap<>();
  private final Set<String> seen = new HashSet<>();

  PodLinks(CgroupReader reader, NetworkCounters network) {
    this.reader = reader;
    this.network = network;
  }

  List<Link> ofMachine() {
    return network.of(INIT).orElse(List.of());
  }

  /**
   * @param sandbox its cgroup; null when it is not known
   * @param others the cgroups of the pod
   */
  List<Link> of(@Nullable String sandbox, Collection<String> others) {
    List<String> candidates = new ArrayList<>(others);
    if (sandbox != null) {
      seen.add(sandbox);
      Long witness = witnesses.get(sandbox);
      Optional<List<Link>> found = witness == null ? Optional.empty() : network.of(witness);
      if (found.isPresent()) {
        return found.get();
      }
      candidates.addFirst(sandbox);
    }
    for (String candidate : candidates) {
      Optional<List<Link>> found = search(candidate, candidate.equals(sandbox));
      if (found.isPresent()) {
        return found.get();
      }
    }
    return List.of();
  }

  private Optional<List<Link>> search(String cgroup, boolean isSandbox) {
    for (long process : reader.processes(cgroup)) {
      Optional<List<Link>> found = network.of(process);
      if (found.isPresent()) {
        if (isSandbox) {
          witnesses.put(cgroup, process);
        }
        return found;
      }
    }
    return Optional.empty();
  }

  /** Ends a look at all links: sandboxes that it did not meet are forgotten. */
  void end() {
    witnesses.keySet().retainAll(seen);
    seen.clear();
  }
}
