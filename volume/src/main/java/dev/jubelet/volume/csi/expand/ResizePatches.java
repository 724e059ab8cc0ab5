package dev.jubelet.volume.csi.expand;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimCondition;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the status of a claim tells of its expansion, as strategic merge patches. Pure. */
final class ResizePatches {
  private static final String FAILED = "NodeResizeError";
  private static final List<String> CONDITIONS =
      List.of("FileSystemResizePending", "Resizing", "ControllerResizeError", FAILED);

  private ResizePatches() {}

  /** Fails when the claim is not as it was: its owner or the controller may have other plans. */
  static Map<String, Object> begun(PersistentVolumeClaim claim) {
    return ofVersion(claim, new HashMap<>(step(NodeExpansion.IN_PROGRESS)));
  }

  /** It has its new size, and all that was said of its expansion goes. */
  static Map<String, Object> grown(PersistentVolumeClaim claim, Quantity size) {
    Map<String, Object> steps = new HashMap<>();
    steps.put(NodeExpansion.STORAGE, null);
    Map<String, Object> status = new HashMap<>();
    status.put("capacity", Map.of(NodeExpansion.STORAGE, size));
    status.put("allocatedResourceStatuses", steps);
    status.put(
        "conditions",
        CONDITIONS.stream().map(type -> Map.of("type", type, "$patch", "delete")).toList());
    return ofVersion(claim, status);
  }

  /** It cannot have that size, ever: the controller takes over. */
  static Map<String, Object> infeasible(PersistentVolumeClaim claim, String why, Instant now) {
    Map<String, Object> status = new HashMap<>(step("NodeResizeInfeasible"));
    addFailure(status, claim, why, now);
    return Map.of("status", status);
  }

  static Map<String, Object> failed(PersistentVolumeClaim claim, String why, Instant now) {
    Map<String, Object> status = new HashMap<>();
    addFailure(status, claim, why, now);
    return Map.of("status", status);
  }

  private static void addFailure(
      Map<String, Object> status, PersistentVolumeClaim claim, String why, Instant now) {
    if (!hasFailed(claim)) {
      status.put(
          "conditions",
          List.of(
              Map.of(
                  "type",
                  FAILED,
                  "status",
                  "True",
                  "lastTransitionTime",
                  now.truncatedTo(ChronoUnit.SECONDS).toString(),
                  "message",
                  "failed to expand pvc with " + why)));
    }
  }

  /** What was said first stays. */
  static boolean hasFailed(PersistentVolumeClaim claim) {
    PersistentVolumeClaimStatus status = claim.getStatus();
    List<PersistentVolumeClaimCondition> all = status == null ? null : status.getConditions();
    return all != null
        && all.stream()
            .anyMatch(one -> FAILED.equals(one.getType()) && "True".equals(one.getStatus()));
  }

  private static Map<String, Object> step(String step) {
    return Map.of("allocatedResourceStatuses", Map.of(NodeExpansion.STORAGE, step));
  }

  private static Map<String, Object> ofVersion(
      PersistentVolumeClaim claim, Map<String, Object> status) {
    String version = claim.getMetadata().getResourceVersion();
    return version == null
        ? Map.of("status", status)
        : Map.of("metadata", Map.of("resourceVersion", version), "status", status);
  }
}
