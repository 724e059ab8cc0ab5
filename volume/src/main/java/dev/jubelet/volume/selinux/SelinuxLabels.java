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
import dev.jubelet.volume.selinux.LabelRules.Conflict;
import dev.jubelet.volume.selinux.LabelRules.Decision;
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
  private final Map<String, VolumeLabel> volumes = new HashMap<>();

  @GuardedBy("this")
  private final Set<Reported> reported = new HashSet<>();

  /**
   * Of the first pod of several that have a volume.
   *
   * @param reconstructed whether the label is only known from a mount that an earlier agent has
   *     made
   */
  private record VolumeLabel(String label, Set<PodUid> pods, boolean reconstructed) {
    /** Then the pod itself knows better: the kernel may write a label in another way. */
    boolean isReconstructedFor(PodUid pod) {
      return reconstructed && pods.contains(pod);
    }
  }

  private record Reported(PodUid pod, String volume, SelinuxMetric finding) {}

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
  public VolumeSpec labelled(Pod pod, VolumeSpec volume, VolumePlugin plugin) {
    if (!policy.enabled() || volume.isBlock()) {
      return volume;
    }
    Case at = new Case(PodUid.of(pod), key(pod, volume, plugin), plugin.metricName(volume), volume);
    boolean supportsSelinuxMount = plugin.supportsSelinuxMount(volume);
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
      case Conflict(Set<String> labels) -> {
        object(
            at,
            SelinuxMetric.POD_MISMATCH_ERROR,
            SelinuxMetric.POD_MISMATCH_WARNING,
            "its containers want different SELinux labels: " + String.join(" ", labels));
        yield volume;
      }
      case Chosen(String wanted, String label) -> {
        share(at, wanted, supportsSelinuxMount);
        yield label.isEmpty() ? volume : volume.mountedWith(label);
      }
    };
  }

  private record Case(PodUid pod, String key, String plugin, VolumeSpec volume) {}

  private boolean isAllowed(VolumeSpec volume) {
    return LabelRules.isAllowed(volume, allAccessModes);
  }

  /** A volume in the pod itself is nobody else's. */
  private static String key(Pod pod, VolumeSpec volume, VolumePlugin plugin) {
    return volume.bound().isPresent()
        ? plugin.uniqueName(volume)
        : PodUid.of(pod).value() + "/" + volume.name();
  }

  private void share(Case at, String wanted, boolean supportsSelinuxMount) {
    String first;
    // Otherwise mounts do not tell what pods want.
    boolean matters = supportsSelinuxMount && isAllowed(at.volume());
    synchronized (this) {
      VolumeLabel current = volumes.get(at.key());
      boolean fresh =
          current == null
              || current.isReconstructedFor(at.pod())
              || (current.reconstructed() && !matters);
      if (current == null || fresh) {
        Set<PodUid> pods = current == null ? new HashSet<>() : current.pods();
        current = new VolumeLabel(wanted, pods, false);
        volumes.put(at.key(), current);
      }
      first = current.label();
      if (first.equals(wanted) || !matters) {
        current.pods().add(at.pod());
      }
      if (fresh && !wanted.isEmpty()) {
        count(at, SelinuxMetric.ADMITTED);
      }
    }
    if (supportsSelinuxMount && !first.equals(wanted)) {
      object(
          at,
          SelinuxMetric.VOLUME_MISMATCH_ERROR,
          SelinuxMetric.VOLUME_MISMATCH_WARNING,
          "pods want volume %s with different SELinux labels: \"%s\" and \"%s\""
              .formatted(at.volume().name(), first, wanted));
    }
  }

  /** An error only where it matters already; counted once for a pod. */
  private void object(Case at, SelinuxMetric error, SelinuxMetric warning, String text) {
    boolean matters = isAllowed(at.volume());
    SelinuxMetric finding = matters ? error : warning;
    boolean news;
    synchronized (this) {
      news = reported.add(new Reported(at.pod(), at.key(), finding));
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
  public synchronized void reconstruct(PodUid pod, String uniqueName, String label) {
    volumes
        .computeIfAbsent(uniqueName, key -> new VolumeLabel(label, new HashSet<>(), true))
        .pods()
        .add(pod);
  }

  /** The pod has no volumes any more. */
  public synchronized void forget(PodUid pod) {
    volumes.values().forEach(current -> current.pods().remove(pod));
    volumes.values().removeIf(current -> current.pods().isEmpty());
    reported.removeIf(one -> one.pod().equals(pod));
  }
}
