package dev.jubelet.volume.claim;

import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;

/** Whether a pod may use a claim, and a claim a volume. Pure; a no is a {@link VolumeException}. */
final class ClaimRules {
  private static final String PROTECTION = "kubernetes.io/pvc-protection";

  private ClaimRules() {}

  /** The name of the claim; one that is made for the pod has the pod's name in it. */
  static String claimName(Pod pod, Volume volume) {
    return volume.getPersistentVolumeClaim() != null
        ? volume.getPersistentVolumeClaim().getClaimName()
        : pod.getMetadata().getName() + "-" + volume.getName();
  }

  static void checkClaim(Pod pod, Volume volume, PersistentVolumeClaim claim) {
    ObjectMeta meta = claim.getMetadata();
    if (volume.getEphemeral() != null && !isOwned(meta, pod)) {
      throw VolumeException.unprocessed(
          "PVC %s/%s was not created for pod %s/%s (pod is not owner)"
              .formatted(
                  meta.getNamespace(),
                  meta.getName(),
                  pod.getMetadata().getNamespace(),
                  pod.getMetadata().getName()));
    }
    if (meta.getDeletionTimestamp() != null && !meta.getFinalizers().contains(PROTECTION)) {
      throw refused(claim, "PVC is being deleted");
    }
    if (claim.getStatus() == null || !"Bound".equals(claim.getStatus().getPhase())) {
      throw refused(claim, "PVC is not bound");
    }
    if (claim.getSpec().getVolumeName() == null || claim.getSpec().getVolumeName().isEmpty()) {
      throw refused(claim, "PVC has empty pvc.Spec.VolumeName");
    }
  }

  private static boolean isOwned(ObjectMeta claim, Pod pod) {
    return claim.getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .anyMatch(owner -> owner.getUid().equals(pod.getMetadata().getUid()));
  }

  private static VolumeException refused(PersistentVolumeClaim claim, String why) {
    return VolumeException.unprocessed(
        "error processing PVC %s/%s: %s"
            .formatted(claim.getMetadata().getNamespace(), claim.getMetadata().getName(), why));
  }

  static void checkVolume(PersistentVolumeClaim claim, PersistentVolume volume) {
    String name = volume.getMetadata().getName();
    ObjectReference reference = volume.getSpec().getClaimRef();
    if (reference == null) {
      throw VolumeException.unprocessed(
          "found PV object %s but it has a nil pv.Spec.ClaimRef indicating it is not yet bound to the claim"
              .formatted(name));
    }
    if (!claim.getMetadata().getUid().equals(reference.getUid())) {
      throw VolumeException.unprocessed(
          "found PV object %s but its pv.Spec.ClaimRef.UID %s does not point to claim.UID %s"
              .formatted(name, reference.getUid(), claim.getMetadata().getUid()));
    }
  }
}
