package dev.jubelet.app.path;

import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.edge.host.SelinuxPolicy;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.volume.PodVolumes;
import dev.jubelet.volume.VolumeSettings;
import dev.jubelet.volume.flex.Attacher;
import dev.jubelet.volume.kind.VolumeKind;
import dev.jubelet.volume.kind.VolumePlugins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The volumes of pods, with what this node and its cluster have for them. */
record VolumeJoin(PodPathAssembly.Inputs in, Path root, ClusterSupplies supplies) {

  PodVolumes volumes(EventLog events) {
    return new PodVolumes(
        new VolumeSettings(
            root,
            supplies.objects(),
            supplies.sources(),
            plugins(),
            () -> in.node().allocatable(),
            in.timers(),
            new VolumeSettings.Telling(in.meters().storage, events),
            new VolumeSettings.Labelling(
                SelinuxPolicy.read(), in.options().config().features().enabled("SELinuxMount"))));
  }

  /** What every node has, and what comes from the cluster. */
  private VolumePlugins plugins() {
    VolumePlugins ofCluster = supplies.volumes();
    List<VolumeKind> kinds = new ArrayList<>(ofCluster.kinds());
    kinds.addAll(VolumeKindJoin.kinds(root, in.node(), supplies.objects()));
    Path drivers = Path.of(in.options().config().get(PodFields.VOLUME_PLUGIN_DIR));
    Attacher attacher =
        ofCluster
            .attach()
            .filter(_ -> in.options().config().get(PodFields.ENABLE_CONTROLLER_ATTACH_DETACH))
            .<Attacher>map(Attacher.Controllers::new)
            .orElseGet(() -> new Attacher.Node(in.node().name()));
    return new VolumePlugins(
        ofCluster.claims(),
        kinds,
        VolumeKindJoin.drivers(drivers, root, supplies.objects(), attacher),
        ofCluster.attach());
  }
}
