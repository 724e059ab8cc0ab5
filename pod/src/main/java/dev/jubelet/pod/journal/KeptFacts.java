package dev.jubelet.pod.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.objects.Token;
import dev.jubelet.pod.objects.TokenKey;
import dev.jubelet.pod.translate.env.ClusterService;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What was last given to pods besides themselves, in this life of the agent or one before.
 *
 * <p>Thread: any. Owns: that, in memory.
 */
final class KeptFacts {
  private final Runnable changed;

  @GuardedBy("this")
  private final Map<ValueKey, Optional<Lookup.Found>> values = new HashMap<>();

  @GuardedBy("this")
  private final Map<TokenKey, Token> tokens = new HashMap<>();

  @GuardedBy("this")
  private final Map<String, List<ClusterService>> services = new HashMap<>();

  @GuardedBy("this")
  private final Map<String, String> runtimeClasses = new HashMap<>();

  @GuardedBy("this")
  private final Map<ClaimFacts.Name, PersistentVolumeClaim> claims = new HashMap<>();

  @GuardedBy("this")
  private final Map<String, PersistentVolume> volumes = new HashMap<>();

  /** {@code changed} is told when something is other than before; it may not block. */
  KeptFacts(Runnable changed) {
    this.changed = changed;
  }

  /** Takes what an entry tells; entries come from the oldest to the newest. */
  synchronized void restore(PodFacts facts) {
    values.putAll(facts.values());
    tokens.putAll(facts.tokens());
    runtimeClasses.putAll(facts.runtimeClasses());
    claims.putAll(facts.claims().claims());
    volumes.putAll(facts.claims().volumes());
    for (Map.Entry<String, List<ClusterService>> some : facts.services().entrySet()) {
      addServices(some.getKey(), some.getValue());
    }
  }

  /** An entry need not have all services of a namespace. */
  @GuardedBy("this")
  private void addServices(String namespace, List<ClusterService> more) {
    Map<String, ClusterService> byName = new TreeMap<>();
    services.getOrDefault(namespace, List.of()).forEach(s -> byName.put(s.name(), s));
    more.forEach(service -> byName.put(service.name(), service));
    services.put(namespace, List.copyOf(byName.values()));
  }

  void saw(ValueKey key, Optional<Lookup.Found> now) {
    boolean other;
    synchronized (this) {
      other = !now.equals(values.put(key, now));
    }
    tell(other);
  }

  void saw(TokenKey key, Token now) {
    boolean other;
    synchronized (this) {
      other = !now.equals(tokens.put(key, now));
    }
    tell(other);
  }

  void saw(String namespace, List<ClusterService> now) {
    boolean other;
    synchronized (this) {
      other = !now.equals(services.put(namespace, List.copyOf(now)));
    }
    tell(other);
  }

  void sawRuntimeClass(String name, String handler) {
    boolean other;
    synchronized (this) {
      other = !handler.equals(runtimeClasses.put(name, handler));
    }
    tell(other);
  }

  void saw(PersistentVolumeClaim now) {
    boolean other;
    synchronized (this) {
      other = !now.equals(claims.put(ClaimFacts.Name.of(now), now));
    }
    tell(other);
  }

  void saw(PersistentVolume now) {
    boolean other;
    synchronized (this) {
      other = !now.equals(volumes.put(now.getMetadata().getName(), now));
    }
    tell(other);
  }

  private void tell(boolean other) {
    if (other) {
      changed.run();
    }
  }

  synchronized Optional<Optional<Lookup.Found>> find(ValueKey key) {
    return Optional.ofNullable(values.get(key));
  }

  synchronized Optional<Token> find(TokenKey key) {
    return Optional.ofNullable(tokens.get(key));
  }

  synchronized Optional<List<ClusterService>> services(String namespace) {
    return Optional.ofNullable(services.get(namespace));
  }

  synchronized Optional<String> handler(String runtimeClass) {
    return Optional.ofNullable(runtimeClasses.get(runtimeClass));
  }

  synchronized Optional<PersistentVolumeClaim> find(ClaimFacts.Name claim) {
    return Optional.ofNullable(claims.get(claim));
  }

  synchronized Optional<PersistentVolume> volume(String name) {
    return Optional.ofNullable(volumes.get(name));
  }

  /** What was asked about these objects. */
  synchronized List<ValueKey> askedOf(Set<ObjectKey> objects) {
    return values.keySet().stream().filter(key -> objects.contains(key.object())).toList();
  }

  synchronized PodFacts all() {
    return new PodFacts(values, tokens, services, runtimeClasses, new ClaimFacts(claims, volumes));
  }

  /**
   * Forgets what no pod of these uses. They are asked for under the lock: a pod that is accepted
   * later asks for its objects later too, and they are taken again then.
   */
  synchronized void retain(Supplier<List<Pod>> pods) {
    PodFacts all = all();
    List<PodFacts> used = pods.get().stream().map(all::usedBy).toList();
    values.keySet().removeIf(key -> used.stream().noneMatch(u -> u.values().containsKey(key)));
    tokens.keySet().removeIf(key -> used.stream().noneMatch(u -> u.tokens().containsKey(key)));
    services.keySet().removeIf(key -> used.stream().noneMatch(u -> u.services().containsKey(key)));
    runtimeClasses
        .keySet()
        .removeIf(key -> used.stream().noneMatch(u -> u.runtimeClasses().containsKey(key)));
    claims
        .keySet()
        .removeIf(key -> used.stream().noneMatch(u -> u.claims().claims().containsKey(key)));
    volumes
        .keySet()
        .removeIf(key -> used.stream().noneMatch(u -> u.claims().volumes().containsKey(key)));
  }
}
