package dev.jubelet.volume.attach;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodUid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Who holds which volumes. A volume is held until everybody who does has let go.
 *
 * <p>Thread: any. Owns: who holds what.
 */
public final class VolumeHolders {
  @GuardedBy("this")
  private final Map<String, Set<Holder>> all = new HashMap<>();

  /** Who must let go before a volume is not held any more. */
  public sealed interface Holder {}

  /**
   * A pod.
   *
   * @param name that the volume's directory has there
   */
  public record PodHolder(PodUid pod, String name) implements Holder {}

  /** The node itself, whichever pods use the volume; {@code place} is where it has it. */
  public record NodeHolder(String place) implements Holder {}

  /** Returns whether nobody held the volume before. */
  public synchronized boolean hold(String volume, Holder holder) {
    Set<Holder> holders = all.computeIfAbsent(volume, v -> new HashSet<>());
    boolean first = holders.isEmpty();
    holders.add(holder);
    return first;
  }

  /**
   * Holds the volume unless other pods do; one that holds it already keeps it. Returns whether it
   * is held now.
   */
  public synchronized boolean holdAlone(String volume, PodHolder holder) {
    Set<Holder> holders = all.getOrDefault(volume, Set.of());
    boolean allowed =
        holders.contains(holder) || holders.stream().allMatch(other -> isOf(other, holder.pod()));
    if (allowed) {
      hold(volume, holder);
    }
    return allowed;
  }

  /** Returns whether a volume is not held by anybody any more. */
  public boolean release(Holder holder) {
    return releaseIf(holder::equals);
  }

  /** All volumes of the pod; returns whether one is not held by anybody any more. */
  public boolean release(PodUid pod) {
    return releaseIf(holder -> isOf(holder, pod));
  }

  private static boolean isOf(Holder holder, PodUid pod) {
    return holder instanceof PodHolder one && one.pod().equals(pod);
  }

  private synchronized boolean releaseIf(Predicate<Holder> which) {
    all.values().forEach(holders -> holders.removeIf(which));
    return all.values().removeIf(Set::isEmpty);
  }

  /** What is held, sorted. */
  public synchronized Set<String> volumes() {
    return new TreeSet<>(all.keySet());
  }
}
