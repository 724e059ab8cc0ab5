package dev.jubelet.volume.csi;

import dev.jubelet.volume.kind.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a claim has outgrown what its node gives it, and how its status tells. Pure. */
final class ClaimGrowth {
  private static final String STORAGE = "storage";

  private ClaimGrowth() {}

  /** The size that the volume has by now; empty when the claim has all of it. */
  static Optional<Quantity> pending(VolumeSpec.Bound bound) {
    Quantity now = of(bound.volume().getSpec().getCapacity());
    PersistentVolumeClaimStatus status = bound.claim().getStatus();
    Quantity had = status == null ? null : of(status.getCapacity());
    return now == null || had == null || bytes(had).compareTo(bytes(now)) >= 0
        ? Optional.empty()
        : Optional.of(now);
  }

  private static @Nullable Quantity of(@Nullable Map<String, Quantity> capacity) {
    return capacity == null ? null : capacity.get(STORAGE);
  }

  private static BigDecimal bytes(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity);
  }

  static long byteCount(Quantity quantity) {
    return bytes(quantity).longValue();
  }

  /** The status of a claim that has grown. */
  static Map<String, Object> grown(Quantity size) {
    Map<String, Object> statuses = new HashMap<>();
    statuses.put(STORAGE, null);
    return Map.of(
        "status",
        Map.of(
            "capacity",
            Map.of(STORAGE, size),
            "allocatedResourceStatuses",
            statuses,
            "conditions",
            List.of(Map.of("type", "FileSystemResizePending", "$patch", "delete"))));
  }

  /** The status of a claim of which only the step that it has reached is told. */
  static Map<String, Object> step(String step) {
    return Map.of("status", Map.of("allocatedResourceStatuses", Map.of(STORAGE, step)));
  }
}
