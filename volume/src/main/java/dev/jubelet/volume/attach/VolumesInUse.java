package dev.jubelet.volume.attach;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.AttachedVolume;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which attachable volumes this node uses, which of them the Node object says so of, and which are
 * attached. A volume is in use while anybody holds it.
 *
 * <p>Thread: any. Owns: the holders, and what the Node object said last.
 */
public final class VolumesInUse {
  /** Hears of changes; may neither block nor throw. */
  public interface Listener {
    /** The Node object should be written: something else is in use now. */
    void inUseChanged();

    /** Somebody waits for a volume to be attached, which only the Node object tells. */
    void attachAwaited();

    /** The Node object says something new of volumes. */
    void nodeChanged();
  }

  private final Listener listener;

  @GuardedBy("this")
  private final Map<String, Set<String>> holders = new HashMap<>();

  @GuardedBy("this")
  private Set<String> reported = Set.of();

  @GuardedBy("this")
  private Map<String, String> attached = Map.of();

  public VolumesInUse(Listener listener) {
    this.listener = listener;
  }

  /** {@code holder} is whoever must let go before the volume is out of use. */
  public void hold(String volume, String holder) {
    boolean first;
    synchronized (this) {
      Set<String> all = holders.computeIfAbsent(volume, v -> new HashSet<>());
      first = all.isEmpty();
      all.add(holder);
    }
    if (first) {
      listener.inUseChanged();
    }
  }

  public void release(String volume, String holder) {
    boolean last = false;
    synchronized (this) {
      Set<String> all = holders.get(volume);
      if (all != null && all.remove(holder) && all.isEmpty()) {
        holders.remove(volume);
        last = true;
      }
    }
    if (last) {
      listener.inUseChanged();
    }
  }

  /** The holder lets go of everything. */
  public void releaseAll(String holder) {
    List<String> held;
    synchronized (this) {
      held =
          holders.entrySet().stream()
              .filter(entry -> entry.getValue().contains(holder))
              .map(Map.Entry::getKey)
              .toList();
    }
    held.forEach(volume -> release(volume, holder));
  }

  /** For the Node object. */
  public synchronized List<String> names() {
    return List.copyOf(new TreeSet<>(holders.keySet()));
  }

  /** The Node object as the API server has it. */
  public void seen(Node node) {
    NodeStatus status = node.getStatus();
    Set<String> nowReported =
        status == null ? Set.of() : Set.copyOf(Containers.orEmpty(status.getVolumesInUse()));
    Map<String, String> nowAttached =
        status == null
            ? Map.of()
            : Containers.orEmpty(status.getVolumesAttached()).stream()
                .collect(
                    Collectors.toUnmodifiableMap(
                        AttachedVolume::getName, VolumesInUse::device, (one, same) -> one));
    boolean changed;
    synchronized (this) {
      changed = !reported.equals(nowReported) || !attached.equals(nowAttached);
      reported = nowReported;
      attached = nowAttached;
    }
    if (changed) {
      listener.nodeChanged();
    }
  }

  private static String device(AttachedVolume volume) {
    return volume.getDevicePath() == null ? "" : volume.getDevicePath();
  }

  /** The device of an attached volume, as far as whoever attached it tells. */
  public synchronized String device(String volume) {
    return attached.getOrDefault(volume, "");
  }

  /** Whether the controllers know that the node uses the volume. */
  public synchronized boolean isReported(String volume) {
    return reported.contains(volume);
  }

  /** Who is told no will want to know when that changes. */
  public boolean isAttached(String volume) {
    synchronized (this) {
      if (attached.containsKey(volume)) {
        return true;
      }
    }
    listener.attachAwaited();
    return false;
  }
}
