package dev.jubelet.app.path;

import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.edge.host.SelinuxPolicy;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.volume.PodVolumes;
import dev.jubelet.volume.VolumeConfig;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.attach.Attacher;
import dev.jubelet.volume.attach.VolumesInUse;
import dev.jubelet.volume.attach.WaitingPods;
import dev.jubelet.volume.meter.OperationTimer;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumePlugins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The volumes of pods, with what this node and its cluster have for them. */
record VolumeAssembly(AgentContext in, Path root, ClusterSupplies supplies) {

  PodVolumes volumes(EventLog events) {
    return new PodVolumes(
        new VolumeConfig(
            root,
            supplies.objects(),
            supplies.sources(),
            plugins(),
            () -> in.node().allocatable(),
            in.timers(),
            new VolumeConfig.Reporting(in.meters().storage, events),
            new VolumeConfig.SelinuxMounts(
                SelinuxPolicy.read(), in.options().config().features().enabled("SELinuxMount"))));
  }

  /** What every node has, and what comes from the cluster. */
  private VolumePlugins plugins() {
    VolumePlugins ofCluster = supplies.volumes();
    AttachableVolumes attach = attachable(ofCluster.attach());
    List<VolumePlugin> kinds = new ArrayList<>(ofCluster.plugins());
    kinds.addAll(VolumePluginAssembly.kinds(root, in.node(), supplies.objects(), attach));
    Path drivers = Path.of(in.options().config().get(PodFields.VOLUME_PLUGIN_DIR));
    return new VolumePlugins(
        ofCluster.claims(),
        kinds,
        VolumePluginAssembly.drivers(drivers, root, supplies.objects(), attach),
        Optional.of(attach));
  }

  /** Without an API server nobody is told what is in use, and nobody else attaches anything. */
  private AttachableVolumes attachable(Optional<AttachableVolumes> ofCluster) {
    Attacher agent = new Attacher.Kubelet(in.node().name());
    boolean byControllers = in.options().config().get(PodFields.ENABLE_CONTROLLER_ATTACH_DETACH);
    return ofCluster
        .map(known -> byControllers ? known : known.attachedBy(agent))
        .orElseGet(
            () ->
                new AttachableVolumes(
                    new VolumesInUse(VolumesInUse.Listener.NOBODY),
                    new WaitingPods(pod -> {}),
                    agent,
                    new OperationTimer(in.meters().storage, in.timers())));
  }
}
