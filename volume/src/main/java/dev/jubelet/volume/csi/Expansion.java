package dev.jubelet.volume.csi;

import dev.jubelet.api.csi.NodeExpandVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.kind.VolumeSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a driver grow a volume that has become larger than its claim shows, and tells the claim.
 * What a driver can never do, or not while the volume is used, is no reason to keep it from its
 * pod.
 *
 * <p>Thread: any; one at a time for a volume of a pod. Owns: the volumes that cannot grow while
 * they are in use.
 */
final class Expansion {
  private static final Logger log = LoggerFactory.getLogger(Expansion.class);

  private final CsiRequests requests;
  private final Set<VolumeId> notWhileInUse = ConcurrentHashMap.newKeySet();

  Expansion(CsiRequests requests) {
    this.requests = requests;
  }

  /** Throws {@link CsiException} when the driver should be asked again. */
  void expandIfGrown(
      CsiRequests.Facts facts,
      VolumeSpec.Bound bound,
      CsiNodeClient client,
      Optional<Path> staged,
      Path mount) {
    Optional<Quantity> size = ClaimGrowth.pending(bound);
    VolumeId id = facts.source().id();
    if (size.isEmpty()
        || facts.source().readOnly()
        || !facts.abilities().contains(RPC.Type.EXPAND_VOLUME)
        || notWhileInUse.contains(id)) {
      return;
    }
    ObjectMeta claim = bound.claim().getMetadata();
    tell(claim, ClaimGrowth.step("NodeResizeInProgress"));
    try {
      client.expand(request(facts, size.get(), staged, mount));
      tell(claim, ClaimGrowth.grown(size.get()));
    } catch (CsiException e) {
      refused(claim, id, e);
    }
  }

  private void tell(ObjectMeta claim, Map<String, Object> patch) {
    requests.cluster().claimStatus(claim.getNamespace(), claim.getName(), patch);
  }

  private void refused(ObjectMeta claim, VolumeId id, CsiException e) {
    switch (e.kind()) {
      case NOT_NOW -> notWhileInUse.add(id);
      case INFEASIBLE -> tell(claim, ClaimGrowth.step("NodeResizeInfeasible"));
      case UNCERTAIN, FINAL, UNIMPLEMENTED -> throw e;
    }
    log.atWarn()
        .addKeyValue("claim", claim.getNamespace() + "/" + claim.getName())
        .log("The volume does not grow: {}", e.text());
  }

  private NodeExpandVolumeRequest request(
      CsiRequests.Facts facts, Quantity size, Optional<Path> staged, Path mount) {
    CsiSource source = facts.source();
    NodeExpandVolumeRequest.Builder request =
        NodeExpandVolumeRequest.newBuilder()
            .setVolumeId(source.id().handle())
            .setVolumePath(mount.toString())
            .setVolumeCapability(
                CsiCapabilities.of(source, facts.abilities(), FsGroup.of(facts.pod()).id()))
            .putAllSecrets(requests.secrets(source.expandSecret()));
    request.getCapacityRangeBuilder().setRequiredBytes(ClaimGrowth.byteCount(size));
    staged.ifPresent(path -> request.setStagingTargetPath(path.toString()));
    return request.build();
  }
}
