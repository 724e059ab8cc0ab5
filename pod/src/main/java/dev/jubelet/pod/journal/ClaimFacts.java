package dev.jubelet.pod.journal;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The claims of pods, and the persistent volumes that they are bound to.
 *
 * @param volumes by name
 */
record ClaimFacts(Map<Name, PersistentVolumeClaim> claims, Map<String, PersistentVolume> volumes) {
  static final ClaimFacts NONE = new ClaimFacts(Map.of(), Map.of());

  /** Of a claim. */
  record Name(String namespace, String name) {
    static Name of(PersistentVolumeClaim claim) {
      return new Name(claim.getMetadata().getNamespace(), claim.getMetadata().getName());
    }
  }

  ClaimFacts {
    claims = Map.copyOf(claims);
    volumes = Map.copyOf(volumes);
  }

  /** Exactly those that this pod uses. */
  ClaimFacts usedBy(Pod pod) {
    Set<Name> names = names(pod);
    Map<Name, PersistentVolumeClaim> itsClaims = new HashMap<>(claims);
    itsClaims.keySet().retainAll(names);
    Set<String> bound =
        itsClaims.values().stream()
            .map(claim -> String.valueOf(claim.getSpec().getVolumeName()))
            .collect(Collectors.toSet());
    Map<String, PersistentVolume> itsVolumes = new HashMap<>(volumes);
    itsVolumes.keySet().retainAll(bound);
    return new ClaimFacts(itsClaims, itsVolumes);
  }

  static Set<Name> names(Pod pod) {
    return pod.getSpec().getVolumes().stream()
        .filter(v -> v.getPersistentVolumeClaim() != null || v.getEphemeral() != null)
        .map(volume -> new Name(pod.getMetadata().getNamespace(), claimName(pod, volume)))
        .collect(Collectors.toSet());
  }

  /** One that is made for the pod has the pod's name in it. */
  private static String claimName(Pod pod, Volume volume) {
    return volume.getPersistentVolumeClaim() != null
        ? volume.getPersistentVolumeClaim().getClaimName()
        : pod.getMetadata().getName() + "-" + volume.getName();
  }

  /** Their text form has no content. */
  @Override
  public String toString() {
    return "ClaimFacts[%s, %s]".formatted(claims.keySet(), volumes.keySet());
  }
}
