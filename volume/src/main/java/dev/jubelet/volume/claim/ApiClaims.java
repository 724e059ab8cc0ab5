package dev.jubelet.volume.claim;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.Claims;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Claims and volumes of an API server. Both are read anew each time: they change without notice.
 *
 * <p>Thread: any. Owns: the groups that volumes want for their pods, until a pod is gone.
 */
public final class ApiClaims implements Claims {
  private static final String GROUP = "pv.beta.kubernetes.io/gid";

  private final ClaimSource requests;
  private final Map<PodUid, Set<Long>> groups = new ConcurrentHashMap<>();

  public ApiClaims(ClaimSource requests) {
    this.requests = requests;
  }

  @Override
  public VolumeSpec.Bound resolve(Pod pod, Volume volume) {
    PersistentVolumeClaim claim =
        claim(pod.getMetadata().getNamespace(), ClaimRules.claimName(pod, volume));
    ClaimRules.checkClaim(pod, volume, claim);
    PersistentVolume found = volume(claim.getSpec().getVolumeName());
    ClaimRules.checkVolume(claim, found);
    noteGroup(PodUid.of(pod), found);
    return new VolumeSpec.Bound(found, claim);
  }

  private PersistentVolumeClaim claim(String namespace, String name) {
    try {
      return requests.claim(namespace, name);
    } catch (ApiException e) {
      throw VolumeException.unprocessed(
          "error processing PVC %s/%s: failed to fetch PVC from API server: %s"
              .formatted(namespace, name, e.text()));
    }
  }

  private PersistentVolume volume(String name) {
    try {
      return requests.volume(name);
    } catch (ApiException e) {
      throw VolumeException.unprocessed(
          "failed to get PV %s from API server: %s".formatted(name, e.text()));
    }
  }

  private void noteGroup(PodUid pod, PersistentVolume volume) {
    Map<String, String> annotations = volume.getMetadata().getAnnotations();
    String group = annotations == null ? null : annotations.get(GROUP);
    if (group == null) {
      return;
    }
    try {
      groups
          .computeIfAbsent(pod, uid -> ConcurrentHashMap.newKeySet())
          .add(Long.parseUnsignedLong(group.strip()));
    } catch (NumberFormatException e) {
      throw VolumeException.unprocessed(
          "annotation %s of PV %s is not the number of a group: %s"
              .formatted(GROUP, volume.getMetadata().getName(), group));
    }
  }

  @Override
  public List<Long> groups(PodUid pod) {
    return List.copyOf(new TreeSet<>(groups.getOrDefault(pod, Set.of())));
  }

  public void forget(PodUid pod) {
    groups.remove(pod);
  }
}
