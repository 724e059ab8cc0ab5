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
  private final PublishTargets targets;
  private final VolumeStager stager;
  private final VolumeAttachments attachments;
  private final CsiRequests requests;
  private final VolumeExpander expander;
  private final OperationTimer timer;

  public VolumePublisher(
      CsiDrivers drivers,
      PublishTargets targets,
      VolumeStager stager,
      VolumeAttachments attachments,
      CsiRequests requests,
      VolumeExpander expander,
      OperationTimer timer) {
    this.drivers = drivers;
    this.timer = timer;
    this.targets = targets;
    this.stager = stager;
    this.attachments = attachments;
    this.requests = requests;
    this.expander = expander;
  }

  /** Throws what the pod should hear; what may have been done is on disk then. */
  public void publish(Pod pod, VolumeSpec volume, CsiSource source, PublishTarget target)
      throws IOException {
    CsiDriverSpec spec = spec(source);
    try (CsiNodeClient client = connect(source)) {
      CsiRequests.RequestContext context = context(pod, source, spec, client);
      boolean fresh = target.record().isEmpty();
      String step = CsiOperationNames.first(source);
      try {
        Optional<Path> staged = stage(context, client, target);
        step = CsiOperationNames.publish(source);
        client.publish(requests.publish(context, staged, target.path()));
      } catch (CsiException e) {
        if (fresh && e.kind() != CsiException.Kind.UNCERTAIN) {
          undo(target, source.id());
        }
        throw new VolumeException(e.text()).at(step);
      } catch (VolumeException e) {
        if (fresh) {
          undo(target, source.id());
        }
        throw e.at(step);
      }
      show(target, context);
      expand(context, volume, client, target);
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
  private void show(PublishTarget target, CsiRequests.RequestContext context) throws IOException {
    switch (target) {
      case MountTarget mount when MountTarget.isGiven(context) ->
          timer.time(
              context.source().label(),
              VolumeOperation.APPLY_OWNERSHIP,
              () -> {
                mount.show(context);
                return true;
              });
      case MountTarget _ -> {}
      case BlockTarget device -> {
        try (KeyedLocks.Held _ = stager.lock(context.source().id())) {
          device.show(context);
        }
      }
    }
  }

  /** What the driver said matters more than what it left; that is ended with the pod. */
  private void undo(PublishTarget target, VolumeId id) {
    try {
      remove(target, id);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("volume", id.uniqueName())
          .addKeyValue("cause", e.toString())
          .log(
              "Failed to remove the traces of a volume that was not published; retrying when the"
                  + " pod ends");
    }
  }

  public void remove(PublishTarget target, VolumeId id) throws IOException {
    try (KeyedLocks.Held _ = stager.lock(id)) {
      target.remove();
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

  private CsiDriverSpec spec(CsiSource source) {
    CsiDriverSpec spec = declared(source.id().driver());
    CsiCapabilities.refusal(source, spec)
        .ifPresent(
            why -> {
              throw new VolumeException(why);
            });
    return spec;
  }

  /** Writes the pod's use down and stages what the driver stages. */
  private Optional<Path> stage(
      CsiRequests.RequestContext context, CsiNodeClient client, PublishTarget target)
      throws IOException {
    VolumeId id = context.source().id();
    try (KeyedLocks.Held _ = stager.lock(id)) {
      stager.want(id, PodUid.of(context.pod()));
      target.writeRecord(context.source(), requests.cluster().nodeName());
      return stages(context)
          ? Optional.of(stager.ensure(target.staging(id), context, client, requests))
          : Optional.empty();
    }
  }

  private static boolean stages(CsiRequests.RequestContext context) {
    return context.source().isPersistent()
        && context.capabilities().contains(RPC.Type.STAGE_UNSTAGE_VOLUME);
  }

  /**
   * Lets a volume grow whose claim has grown. Drivers may also ask to be called again and again,
   * because what they show changes; new files go to the pod's group too. A volume that the pod has
   * not got is left to {@link #publish}.
   */
  public void refresh(Pod pod, VolumeSpec volume) throws IOException {
    CsiSource source = CsiSource.of(pod, volume);
    Optional<CsiDriverSpec> spec = requests.cluster().drivers().find(source.id().driver());
    boolean grown =
        volume
            .bound()
            .filter(bound -> expander.isPending(source.id(), PodUid.of(pod), bound))
            .isPresent();
    boolean again = spec.isPresent() && spec.get().requiresRepublish();
    if (spec.isEmpty() || (!grown && !again)) {
      return;
    }
    PublishTarget target = targets.of(PodUid.of(pod), source);
    if (target.record().isEmpty()) {
      return;
    }
    try (CsiNodeClient client = connect(source)) {
      CsiRequests.RequestContext context = context(pod, source, spec.get(), client);
      if (again) {
        client.publish(requests.publish(context, stagedAt(context, target), target.path()));
        show(target, context);
      }
      if (grown) {
        expandInUse(context, volume, client, target);
      }
    } catch (CsiException e) {
      throw new VolumeException(e.text());
    }
  }

  /** Tried again later when it fails; the pod can use the volume meanwhile. */
  private void expandInUse(
      CsiRequests.RequestContext context,
      VolumeSpec volume,
      CsiNodeClient client,
      PublishTarget target)
      throws IOException {
    try {
      timer.time(
          context.source().label(),
          VolumeOperation.RESIZE,
          () -> {
            expand(context, volume, client, target);
            return true;
          });
    } catch (CsiException e) {
      expander.reportFailure(context, volume.bound().orElseThrow(), e.text());
    } catch (VolumeException e) {
      expander.reportFailure(context, volume.bound().orElseThrow(), e.text());
    }
  }

  private CsiRequests.RequestContext context(
      Pod pod, CsiSource source, CsiDriverSpec spec, CsiNodeClient client) throws IOException {
    Map<String, String> attachment = attachments.of(PodUid.of(pod), source, spec);
    return new CsiRequests.RequestContext(pod, source, spec, client.capabilities(), attachment);
  }

  private static Optional<Path> stagedAt(CsiRequests.RequestContext context, PublishTarget target) {
    return stages(context)
        ? Optional.of(target.staging(context.source().id()).path())
        : Optional.empty();
  }

  private void expand(
      CsiRequests.RequestContext context,
      VolumeSpec volume,
      CsiNodeClient client,
      PublishTarget target) {
    volume
        .bound()
        .ifPresent(
            bound ->
                expander.expandIfGrown(
                    context,
                    bound,
                    client,
                    new VolumeExpander.VolumePaths(stagedAt(context, target), target.path())));
  }
}
