package dev.jubelet.volume.attach;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.volume.attach.VolumeHolders.Holder;
import io.fabric8.kubernetes.api.model.AttachedVolume;
import io.fabric8.kubernetes.api.model.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** Of a node without an API server. */
    Listener NOBODY =
        new Listener() {
          @Override
          public void inUseChanged() {}

          @Override
          public void attachAwaited() {}

          @Override
          public void nodeChanged() {}
        };
  }

  private final Listener listener;

  private final VolumeHolders holders = new VolumeHolders();

  @GuardedBy("this")
  private Set<String> reported = new HashSet<>();

  @GuardedBy("this")
  private Map<String, String> attached = Map.of();

  public VolumesInUse(Listener listener) {
    this.listener = listener;
  }

  /** The volume is in use. What was said of an earlier use does not count for this one. */
  public void hold(String volume, Holder holder) {
    if (holders.hold(volume, holder)) {
      synchronized (this) {
        reported.remove(volume);
      }
      listener.inUseChanged();
    }
  }

  public void release(Holder holder) {
    if (holders.release(holder)) {
      listener.inUseChanged();
    }
  }

  /** The pod lets go of everything. */
  public void release(PodUid pod) {
    if (holders.release(pod)) {
      listener.inUseChanged();
    }
  }

  /** For the Node object. */
  public List<String> names() {
    return List.copyOf(holders.volumes());
  }

  /**
   * The Node object as this node has just written it, or found that it need not. Only then it is
   * certain that no write is under way which says otherwise.
   */
  public void written(Node node) {
    Set<String> now = new HashSet<>();
    if (node.getStatus() != null) {
      now.addAll(Containers.orEmpty(node.getStatus().getVolumesInUse()));
    }
    boolean changed;
    synchronized (this) {
      changed = !reported.equals(now);
      reported = now;
    }
    if (changed) {
      listener.nodeChanged();
    }
    seen(node);
  }

  /** The Node object as somebody else has written it: it tells what is attached. */
  public void seen(Node node) {
    Map<String, String> now =
        node.getStatus() == null
            ? Map.of()
            : Containers.orEmpty(node.getStatus().getVolumesAttached()).stream()
                .collect(
                    Collectors.toUnmodifiableMap(
                        AttachedVolume::getName, VolumesInUse::device, (one, same) -> one));
    boolean changed;
    synchronized (this) {
      changed = !attached.equals(now);
      attached = now;
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
