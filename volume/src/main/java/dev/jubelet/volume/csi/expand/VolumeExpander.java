package dev.jubelet.volume.csi.expand;

import dev.jubelet.api.csi.NodeExpandVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.expand.NodeExpansion.Tracking;
import dev.jubelet.volume.csi.request.CsiCapabilities;
import dev.jubelet.volume.csi.request.CsiRequests;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets a driver grow a volume that has become larger, and tells the claim. What a driver can never
 * do, or not while the volume is used, is no reason to keep it from its pod.
 *
 * <p>Thread: any; one at a time for a volume of a pod. Owns: the sizes that volumes have here,
 * which of them have failed to grow, which are not tried again, and who only reads them.
 */
public final class VolumeExpander {
  private final CsiRequests requests;
  private final ResizeEvents events;
  private final Timers timers;
  private final Map<VolumeId, Quantity> sizes = new ConcurrentHashMap<>();
  private final Set<VolumeId> failed = ConcurrentHashMap.newKeySet();
  private final Set<VolumeId> givenUp = ConcurrentHashMap.newKeySet();
  private final Set<Reader> readers = ConcurrentHashMap.newKeySet();

  /** A pod that cannot write to a volume, and has heard that it does not grow for its sake. */
  private record Reader(VolumeId volume, PodUid pod) {}

  /** Where a volume is on this node. */
  public record VolumePaths(Optional<Path> staged, Path published) {}

  public VolumeExpander(CsiRequests requests, ResizeEvents events, Timers timers) {
    this.requests = requests;
    this.events = events;
    this.timers = timers;
  }

  /** Whether there is something to do for a volume that a pod uses. */
  public boolean isPending(VolumeId id, PodUid pod, VolumeSpec.Bound bound) {
    return !givenUp.contains(id)
        && !readers.contains(new Reader(id, pod))
        && expansion(id, bound).isPresent();
  }

  private Optional<NodeExpansion> expansion(VolumeId id, VolumeSpec.Bound bound) {
    return NodeExpansion.of(bound, Optional.ofNullable(sizes.get(id)));
  }

  /** Throws {@link CsiException} when the driver should be asked again. */
  public void expandIfGrown(
      CsiRequests.RequestContext context,
      VolumeSpec.Bound bound,
      CsiNodeClient client,
      VolumePaths paths) {
    VolumeId id = context.source().id();
    Optional<NodeExpansion> expansion = expansion(id, bound);
    if (expansion.isEmpty()) {
      NodeExpansion.shown(bound.claim()).ifPresent(size -> sizes.putIfAbsent(id, size));
      return;
    }
    if (!context.capabilities().contains(RPC.Type.EXPAND_VOLUME) || givenUp.contains(id)) {
      return;
    }
    if (context.source().readOnly()) {
      if (readers.add(new Reader(id, PodUid.of(context.pod())))) {
        events.readOnly(context.pod(), bound);
      }
      return;
    }
    expand(context, bound, expansion.get(), client, paths);
  }

  private void expand(
      CsiRequests.RequestContext context,
      VolumeSpec.Bound bound,
      NodeExpansion expansion,
      CsiNodeClient client,
      VolumePaths paths) {
    VolumeId id = context.source().id();
    PersistentVolumeClaim claim = begun(bound.claim(), expansion);
    try {
      client.expand(request(context, expansion, paths));
    } catch (CsiException e) {
      refused(context, new VolumeSpec.Bound(bound.volume(), claim), expansion, e);
      return;
    }
    events.grown(context.pod(), bound, requests.cluster().nodeName());
    if (expansion.tracking() != Tracking.BY_ANOTHER) {
      patch(claim, ResizePatches.grown(claim, expansion.size()));
    }
    sizes.put(id, expansion.size());
    failed.remove(id);
  }

  private PersistentVolumeClaim begun(PersistentVolumeClaim claim, NodeExpansion expansion) {
    boolean unmarked =
        expansion.tracking() == Tracking.BY_STEPS
            && !NodeExpansion.step(claim).equals(NodeExpansion.IN_PROGRESS);
    return unmarked ? patch(claim, ResizePatches.begun(claim)) : claim;
  }

  private PersistentVolumeClaim patch(PersistentVolumeClaim claim, Map<String, Object> patch) {
    return requests
        .cluster()
        .requests()
        .claimStatus(claim.getMetadata().getNamespace(), claim.getMetadata().getName(), patch);
  }

  private void refused(
      CsiRequests.RequestContext context,
      VolumeSpec.Bound bound,
      NodeExpansion expansion,
      CsiException e) {
    VolumeId id = context.source().id();
    boolean infeasible =
        switch (e.kind()) {
          case UNCERTAIN -> throw e;
          case INFEASIBLE -> true;
          case NOT_NOW, FINAL, UNIMPLEMENTED ->
              !failed.add(id) && expansion.isOutdated(bound.claim());
        };
    String why =
        "Expander.NodeExpand failed to expand the volume "
            + (e.kind() == CsiException.Kind.INFEASIBLE ? "" : ": ")
            + e.text();
    if (expansion.tracking() == Tracking.BY_STEPS) {
      patchFailure(bound.claim(), infeasible, why);
    }
    switch (e.kind()) {
      case NOT_NOW -> {
        givenUp.add(id);
        events.failed(context.pod(), bound, why);
      }
      case INFEASIBLE -> {
        if (expansion.tracking() != Tracking.BY_STEPS) {
          givenUp.add(id);
        }
        events.failed(context.pod(), bound, why);
      }
      case UNCERTAIN, FINAL, UNIMPLEMENTED -> throw e;
    }
  }

  private void patchFailure(PersistentVolumeClaim claim, boolean infeasible, String why) {
    if (infeasible) {
      patch(claim, ResizePatches.infeasible(claim, why, timers.now()));
    } else if (!ResizePatches.hasFailed(claim)) {
      patch(claim, ResizePatches.failed(claim, why, timers.now()));
    }
  }

  /** An attempt for a pod that runs has failed. */
  public void reportFailure(
      CsiRequests.RequestContext context, VolumeSpec.Bound bound, String why) {
    events.failed(context.pod(), bound, why);
  }

  /** The volume left the node: it may come back with another size, and able to grow. */
  public void forget(VolumeId id) {
    sizes.remove(id);
    failed.remove(id);
    givenUp.remove(id);
    readers.removeIf(reader -> reader.volume().equals(id));
  }

  private NodeExpandVolumeRequest request(
      CsiRequests.RequestContext context, NodeExpansion expansion, VolumePaths paths) {
    CsiSource source = context.source();
    NodeExpandVolumeRequest.Builder request =
        NodeExpandVolumeRequest.newBuilder()
            .setVolumeId(source.id().handle())
            .setVolumePath(paths.published().toString())
            .setVolumeCapability(
                CsiCapabilities.of(source, context.capabilities(), OptionalInt.empty()))
            .putAllSecrets(
                requests.secrets(
                    "expander.NodeExpand failed to get NodeExpandSecretRef %s/%s: %s",
                    source.expandSecret()));
    request.getCapacityRangeBuilder().setRequiredBytes(expansion.byteCount());
    paths.staged().ifPresent(path -> request.setStagingTargetPath(path.toString()));
    return request.build();
  }
}
