package dev.jubelet.volume.selinux;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.edge.host.SelinuxPolicy;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.SelinuxMetric;
import dev.jubelet.volume.meter.VolumeMeter;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.selinux.LabelRules.Chosen;
import dev.jubelet.volume.selinux.LabelRules.Decision;
import dev.jubelet.volume.selinux.LabelRules.Torn;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The labels that pods want volumes mounted with. A volume has one label for all of them. Where
 * volumes may not be mounted with a label, it is only counted who could not share them if they
 * were.
 *
 * <p>Thread: any. Owns: who wants which label, and what was counted already.
 */
public final class SelinuxLabels {
  private final SelinuxPolicy policy;
  private final boolean allAccessModes;
  private final VolumeMeter meter;

  @GuardedBy("this")
  private final Map<String, Wishes> volumes = new HashMap<>();

  @GuardedBy("this")
  private final Set<Told> told = new HashSet<>();

  /**
   * Of the first pod of several that have a volume.
   *
   * @param earlier whether the label is only known from a mount that an earlier agent has made
   */
  private record Wishes(String label, Set<PodUid> pods, boolean earlier) {
    /** Then the pod itself knows better: the kernel may write a label in another way. */
    boolean isEarlierOf(PodUid pod) {
      return earlier && pods.contains(pod);
    }
  }

  private record Told(PodUid pod, String volume, SelinuxMetric finding) {}

  /** {@code allAccessModes} is whether also volumes that pods may share are mounted with labels. */
  public SelinuxLabels(SelinuxPolicy policy, boolean allAccessModes, VolumeMeter meter) {
    this.policy = policy;
    this.allAccessModes = allAccessModes;
    this.meter = meter;
  }

  /** Whether there are labels at all. */
  public boolean enabled() {
    return policy.enabled();
  }

  /**
   * The volume with the label that it is mounted with for the pod, if any. Throws {@link
   * VolumeException} when that cannot be.
   */
  public VolumeSpec labelled(Pod pod, VolumeSpec volume, VolumePlugin kind) {
    if (!policy.enabled() || volume.isBlock()) {
      return volume;
    }
    Case at = new Case(PodUid.of(pod), key(pod, volume, kind), kind.metricName(volume), volume);
    boolean supportsSelinuxMount = kind.supportsSelinuxMount(volume);
    Decision decision;
    try {
      Set<String> labels = FileLabels.of(pod, volume.volume().getName(), policy.fileLabel());
      decision = LabelRules.decide(pod, labels, supportsSelinuxMount, isAllowed(volume));
    } catch (FileLabels.Unusable e) {
      String text = String.valueOf(e.getMessage());
      object(at, SelinuxMetric.CONTAINER_ERROR, SelinuxMetric.CONTAINER_WARNING, text);
      return volume;
    }
    return switch (decision) {
      case Torn(Set<String> labels) -> {
        object(
            at,
            SelinuxMetric.POD_MISMATCH_ERROR,
            SelinuxMetric.POD_MISMATCH_WARNING,
            "its containers want different SELinux labels: " + String.join(" ", labels));
        yield volume;
      }
      case Chosen(String wish, String label) -> {
        share(at, wish, supportsSelinuxMount);
        yield label.isEmpty() ? volume : volume.mountedWith(label);
      }
    };
  }

  private record Case(PodUid pod, String key, String plugin, VolumeSpec volume) {}

  private boolean isAllowed(VolumeSpec volume) {
    return LabelRules.isAllowed(volume, allAccessModes);
  }

  /** A volume in the pod itself is nobody else's. */
  private static String key(Pod pod, VolumeSpec volume, VolumePlugin kind) {
    return volume.bound().isPresent()
        ? kind.uniqueName(volume)
        : PodUid.of(pod).value() + "/" + volume.name();
  }

  private void share(Case at, String wish, boolean supportsSelinuxMount) {
    String first;
    // Otherwise mounts do not tell what pods want.
    boolean matters = supportsSelinuxMount && isAllowed(at.volume());
    synchronized (this) {
      Wishes wishes = volumes.get(at.key());
      boolean fresh =
          wishes == null || wishes.isEarlierOf(at.pod()) || (wishes.earlier() && !matters);
      if (wishes == null || fresh) {
        Set<PodUid> pods = wishes == null ? new HashSet<>() : wishes.pods();
        wishes = new Wishes(wish, pods, false);
        volumes.put(at.key(), wishes);
      }
      first = wishes.label();
      if (first.equals(wish) || !matters) {
        wishes.pods().add(at.pod());
      }
      if (fresh && !wish.isEmpty()) {
        count(at, SelinuxMetric.ADMITTED);
      }
    }
    if (supportsSelinuxMount && !first.equals(wish)) {
      object(
          at,
          SelinuxMetric.VOLUME_MISMATCH_ERROR,
          SelinuxMetric.VOLUME_MISMATCH_WARNING,
          "pods want volume %s with different SELinux labels: \"%s\" and \"%s\""
              .formatted(at.volume().name(), first, wish));
    }
  }

  /** An error only where it matters already; counted once for a pod. */
  private void object(Case at, SelinuxMetric error, SelinuxMetric warning, String text) {
    boolean matters = isAllowed(at.volume());
    SelinuxMetric finding = matters ? error : warning;
    boolean news;
    synchronized (this) {
      news = told.add(new Told(at.pod(), at.key(), finding));
    }
    if (news) {
      count(at, finding);
    }
    if (matters) {
      throw new VolumeException(text);
    }
  }

  private void count(Case at, SelinuxMetric finding) {
    meter.labels(finding, at.plugin(), LabelRules.modeName(at.volume()));
  }

  /**
   * An earlier agent has mounted the volume for the pod, with the label or without any.
   *
   * @param uniqueName see {@link VolumePlugin#uniqueName}
   */
  public synchronized void takeUp(PodUid pod, String uniqueName, String label) {
    volumes
        .computeIfAbsent(uniqueName, key -> new Wishes(label, new HashSet<>(), true))
        .pods()
        .add(pod);
  }

  /** The pod has no volumes any more. */
  public synchronized void gone(PodUid pod) {
    volumes.values().forEach(wishes -> wishes.pods().remove(pod));
    volumes.values().removeIf(wishes -> wishes.pods().isEmpty());
    told.removeIf(one -> one.pod().equals(pod));
  }
}
