package dev.jubelet.volume.csi.publish;

import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.attach.VolumeAttachments;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.driver.CsiDrivers;
import dev.jubelet.volume.csi.expand.VolumeExpander;
import dev.jubelet.volume.csi.request.CsiCapabilities;
import dev.jubelet.volume.csi.request.CsiRequests;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.csi.stage.VolumeStager;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.OperationTimer;
import dev.jubelet.volume.meter.VolumeOperation;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has drivers make volumes ready for pods, step by step, and keeps them as the cluster wants them
 * while pods use them.
 *
 * <p>Thread: any; one at a time for a volume of a pod. Owns: nothing; what it does is on disk.
 */
public final class VolumePublisher {
  private static final Logger log = LoggerFactory.getLogger(VolumePublisher.class);

  private final CsiDrivers drivers;
  private final PublishTargets parts;
  private final VolumeStager staging;
  private final VolumeAttachments attachments;
  private final CsiRequests requests;
  private final VolumeExpander expansion;
  private final OperationTimer timer;

  public VolumePublisher(
      CsiDrivers drivers,
      PublishTargets parts,
      VolumeStager staging,
      VolumeAttachments attachments,
      CsiRequests requests,
      VolumeExpander expansion,
      OperationTimer timer) {
    this.drivers = drivers;
    this.timer = timer;
    this.parts = parts;
    this.staging = staging;
    this.attachments = attachments;
    this.requests = requests;
    this.expansion = expansion;
  }

  /** Throws what the pod should hear; what may have been done is on disk then. */
  public void publish(Pod pod, VolumeSpec volume, CsiSource source, PublishTarget part)
      throws IOException {
    CsiDriverSpec traits = traits(source);
    try (CsiNodeClient client = connect(source)) {
      CsiRequests.RequestContext facts = facts(pod, source, traits, client);
      boolean fresh = part.record().isEmpty();
      String step = CsiOperationNames.first(source);
      try {
        Optional<Path> staged = stage(facts, client, part);
        step = CsiOperationNames.publish(source);
        client.publish(requests.publish(facts, staged, part.target()));
      } catch (CsiException e) {
        if (fresh && e.kind() != CsiException.Kind.UNCERTAIN) {
          undo(part, source.id());
        }
        throw new VolumeException(e.text()).at(step);
      } catch (VolumeException e) {
        if (fresh) {
          undo(part, source.id());
        }
        throw e.at(step);
      }
      show(part, facts);
      expand(facts, volume, client, part);
    }
  }

  /** A connection to serve the volume; close it. Throws {@link VolumeException} for a stranger. */
  private CsiNodeClient connect(CsiSource source) {
    try {
      return drivers.connect(source.id().driver(), source.migrated());
    } catch (VolumeException e) {
      throw new VolumeException(
              "kubernetes.io/csi: %s: %s"
                  .formatted(CsiOperationNames.connectFailure(source), e.text()))
          .at(CsiOperationNames.first(source));
    }
  }

  /** Pods that share a device take turns; giving many files to a group may take long. */
  private void show(PublishTarget part, CsiRequests.RequestContext facts) throws IOException {
    switch (part) {
      case MountTarget mount when MountTarget.isGiven(facts) ->
          timer.time(
              facts.source().label(),
              VolumeOperation.APPLY_OWNERSHIP,
              () -> {
                mount.show(facts);
                return true;
              });
      case MountTarget _ -> {}
      case BlockTarget device -> {
        try (KeyedLocks.Held _ = staging.lock(facts.source().id())) {
          device.show(facts);
        }
      }
    }
  }

  /** What the driver said matters more than what it left; that is ended with the pod. */
  private void undo(PublishTarget part, VolumeId id) {
    try {
      remove(part, id);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("volume", id.uniqueName())
          .log("Not all can be removed of a volume that was not published: {}", e.toString());
    }
  }

  public void remove(PublishTarget part, VolumeId id) throws IOException {
    try (KeyedLocks.Held _ = staging.lock(id)) {
      part.remove();
    }
  }

  public CsiDriverSpec declared(String driver) {
    return requests
        .cluster()
        .drivers()
        .find(driver)
        .orElseThrow(
            () ->
                VolumeException.waiting("the CSIDriver objects of the cluster are not known yet"));
  }

  private CsiDriverSpec traits(CsiSource source) {
    CsiDriverSpec traits = declared(source.id().driver());
    CsiCapabilities.refusal(source, traits)
        .ifPresent(
            why -> {
              throw new VolumeException(why);
            });
    return traits;
  }

  /** Writes the pod's use down and stages what the driver stages. */
  private Optional<Path> stage(
      CsiRequests.RequestContext facts, CsiNodeClient client, PublishTarget part)
      throws IOException {
    VolumeId id = facts.source().id();
    try (KeyedLocks.Held _ = staging.lock(id)) {
      staging.want(id, PodUid.of(facts.pod()));
      part.writeDown(facts.source(), requests.cluster().nodeName());
      return stages(facts)
          ? Optional.of(staging.ensure(part.place(id), facts, client, requests))
          : Optional.empty();
    }
  }

  private static boolean stages(CsiRequests.RequestContext facts) {
    return facts.source().isPersistent()
        && facts.abilities().contains(RPC.Type.STAGE_UNSTAGE_VOLUME);
  }

  /**
   * Lets a volume grow whose claim has grown. Drivers may also ask to be called again and again,
   * because what they show changes; new files go to the pod's group too. A volume that the pod has
   * not got is left to {@link #publish}.
   */
  public void refresh(Pod pod, VolumeSpec volume) throws IOException {
    CsiSource source = CsiSource.of(pod, volume);
    Optional<CsiDriverSpec> traits = requests.cluster().drivers().find(source.id().driver());
    boolean grown =
        volume
            .bound()
            .filter(bound -> expansion.isPending(source.id(), PodUid.of(pod), bound))
            .isPresent();
    boolean again = traits.isPresent() && traits.get().requiresRepublish();
    if (traits.isEmpty() || (!grown && !again)) {
      return;
    }
    PublishTarget part = parts.of(PodUid.of(pod), source);
    if (part.record().isEmpty()) {
      return;
    }
    try (CsiNodeClient client = connect(source)) {
      CsiRequests.RequestContext facts = facts(pod, source, traits.get(), client);
      if (again) {
        client.publish(requests.publish(facts, stagedAt(facts, part), part.target()));
        show(part, facts);
      }
      if (grown) {
        expandInUse(facts, volume, client, part);
      }
    } catch (CsiException e) {
      throw new VolumeException(e.text());
    }
  }

  /** Tried again later when it fails; the pod can use the volume meanwhile. */
  private void expandInUse(
      CsiRequests.RequestContext facts, VolumeSpec volume, CsiNodeClient client, PublishTarget part)
      throws IOException {
    try {
      timer.time(
          facts.source().label(),
          VolumeOperation.RESIZE,
          () -> {
            expand(facts, volume, client, part);
            return true;
          });
    } catch (CsiException e) {
      expansion.told(facts, volume.bound().orElseThrow(), e.text());
    } catch (VolumeException e) {
      expansion.told(facts, volume.bound().orElseThrow(), e.text());
    }
  }

  private CsiRequests.RequestContext facts(
      Pod pod, CsiSource source, CsiDriverSpec traits, CsiNodeClient client) throws IOException {
    Map<String, String> attachment = attachments.of(PodUid.of(pod), source, traits);
    return new CsiRequests.RequestContext(pod, source, traits, client.capabilities(), attachment);
  }

  private static Optional<Path> stagedAt(CsiRequests.RequestContext facts, PublishTarget part) {
    return stages(facts) ? Optional.of(part.place(facts.source().id()).target()) : Optional.empty();
  }

  private void expand(
      CsiRequests.RequestContext facts,
      VolumeSpec volume,
      CsiNodeClient client,
      PublishTarget part) {
    volume
        .bound()
        .ifPresent(
            bound ->
                expansion.expandIfGrown(
                    facts,
                    bound,
                    client,
                    new VolumeExpander.Place(stagedAt(facts, part), part.target())));
  }
}
