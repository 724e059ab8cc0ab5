package dev.jubelet.volume.csi.expand;

import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a node has to do for a volume that has become larger. Pure.
 *
 * @param size what it is to become
 * @param tracking how the claim keeps track of it
 */
record NodeExpansion(Quantity size, Tracking tracking) {
  static final String STORAGE = "storage";
  static final String PENDING = "NodeResizePending";
  static final String IN_PROGRESS = "NodeResizeInProgress";
  private static final Set<String> FOR_THE_NODE = Set.of(PENDING, IN_PROGRESS);
  private static final String SHARED = "ReadWriteMany";
  private static final String NOT_ON_NODES = "volume.kubernetes.io/node-expansion-not-required";

  /** How a claim keeps track of its expansion. */
  enum Tracking {
    /** It tells each step. */
    BY_STEPS,
    /** Only by its size: the controller that grew the volume is an old one. */
    BY_SIZE,
    /** Not any more: another node that shares the volume has told it. */
    BY_ANOTHER
  }

  /**
   * @param known the size that this node has seen the volume have
   */
  static Optional<NodeExpansion> of(VolumeSpec.Bound bound, Optional<Quantity> known) {
    PersistentVolumeClaimStatus status = bound.claim().getStatus();
    if (status == null) {
      return Optional.empty();
    }
    Quantity volume = storage(bound.volume().getSpec().getCapacity());
    Quantity claimed = storage(status.getCapacity());
    if (volume == null || claimed == null || !isLarger(volume, known.orElse(claimed), claimed)) {
      return Optional.empty();
    }
    String step = step(bound.claim());
    Quantity allocated = storage(status.getAllocatedResources());
    if (step.isEmpty() && allocated == null) {
      return isLess(claimed, volume)
          ? Optional.of(new NodeExpansion(volume, Tracking.BY_SIZE))
          : Optional.empty();
    }
    return byStep(bound.claim(), step, allocated == null ? volume : allocated, claimed);
  }

  private static boolean isLarger(Quantity volume, Quantity known, Quantity claimed) {
    return isLess(known, volume) || isLess(claimed, volume);
  }

  private static Optional<NodeExpansion> byStep(
      PersistentVolumeClaim claim, String step, Quantity size, Quantity claimed) {
    if (FOR_THE_NODE.contains(step)) {
      return Optional.of(new NodeExpansion(size, Tracking.BY_STEPS));
    }
    boolean done = step.isEmpty() && !isLess(claimed, size);
    return done && isOnEachNode(claim)
        ? Optional.of(new NodeExpansion(size, Tracking.BY_ANOTHER))
        : Optional.empty();
  }

  private static boolean isOnEachNode(PersistentVolumeClaim claim) {
    ObjectMeta meta = claim.getMetadata();
    boolean notNeeded =
        meta.getAnnotations() != null && meta.getAnnotations().containsKey(NOT_ON_NODES);
    List<String> modes = claim.getSpec() == null ? null : claim.getSpec().getAccessModes();
    return !notNeeded && modes != null && modes.contains(SHARED);
  }

  /** The step that the claim is at; empty when it tells none. */
  static String step(PersistentVolumeClaim claim) {
    PersistentVolumeClaimStatus status = claim.getStatus();
    Map<String, String> all = status == null ? null : status.getAllocatedResourceStatuses();
    return all == null ? "" : all.getOrDefault(STORAGE, "");
  }

  /** Whether its owner wants another size by now. */
  boolean isOutdated(PersistentVolumeClaim claim) {
    Quantity wanted =
        claim.getSpec() == null || claim.getSpec().getResources() == null
            ? null
            : storage(claim.getSpec().getResources().getRequests());
    return wanted != null && bytes(wanted).compareTo(bytes(size)) != 0;
  }

  /** The size that a claim shows. */
  static Optional<Quantity> shown(PersistentVolumeClaim claim) {
    PersistentVolumeClaimStatus status = claim.getStatus();
    return status == null ? Optional.empty() : Optional.ofNullable(storage(status.getCapacity()));
  }

  private static @Nullable Quantity storage(@Nullable Map<String, Quantity> capacity) {
    return capacity == null ? null : capacity.get(STORAGE);
  }

  private static boolean isLess(Quantity one, Quantity other) {
    return bytes(one).compareTo(bytes(other)) < 0;
  }

  private static BigDecimal bytes(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity);
  }

  long byteCount() {
    return bytes(size).longValue();
  }
}
