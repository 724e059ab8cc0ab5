package dev.jubelet.volume;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.migrate.CsiMigration;
import dev.jubelet.volume.plugin.Claims;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Resolves the volumes of pods: a claim to the persistent volume that it is bound to, an in-tree
 * volume to that of the CSI driver which has taken its place.
 *
 * <p>Thread: any; asks the API server for claims. Owns: how the directories of claims are named and
 * which volumes are migrated, until the pod is forgotten.
 */
final class VolumeResolver {
  private final Claims claims;
  private final Map<PodUid, Map<String, String>> directoryNames = new ConcurrentHashMap<>();
  private final Map<PodUid, Set<String>> migrated = new ConcurrentHashMap<>();

  VolumeResolver(Claims claims) {
    this.claims = claims;
  }

  VolumeSpec resolve(Pod pod, Volume volume) {
    Optional<VolumeSpec.Bound> bound =
        Claims.isClaim(volume) ? Optional.of(claims.resolve(pod, volume)) : Optional.empty();
    VolumeSpec spec = CsiMigration.translated(pod, new VolumeSpec(volume, bound));
    if (spec.bound().isPresent()) {
      directoryNames
          .computeIfAbsent(PodUid.of(pod), uid -> new ConcurrentHashMap<>())
          .put(volume.getName(), spec.name());
    }
    if (spec.migrated()) {
      migrated
          .computeIfAbsent(PodUid.of(pod), uid -> ConcurrentHashMap.newKeySet())
          .add(spec.name());
    }
    return spec;
  }

  /** The name of the directory of a volume; that of a claim is known once it was resolved. */
  String directoryName(PodUid pod, String volume) {
    return directoryNames.getOrDefault(pod, Map.of()).getOrDefault(volume, volume);
  }

  /** Whether the volume in that directory is migrated, as far as this agent has resolved it. */
  boolean isMigrated(PodUid pod, String directoryName) {
    return migrated.getOrDefault(pod, Set.of()).contains(directoryName);
  }

  void forget(PodUid pod) {
    directoryNames.remove(pod);
    migrated.remove(pod);
  }
}
