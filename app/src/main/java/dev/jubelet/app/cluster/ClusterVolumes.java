package dev.jubelet.app.cluster;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.app.metric.VolumeGauges;
import dev.jubelet.base.LifecycleParts;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.edge.host.ProcessCommands;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.edge.plugin.PluginRegistry;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.sync.LoopInbox;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.attach.Attacher;
import dev.jubelet.volume.attach.VolumesInUse;
import dev.jubelet.volume.attach.WaitingPods;
import dev.jubelet.volume.certificate.IssuedCertificates;
import dev.jubelet.volume.claim.ApiClaims;
import dev.jubelet.volume.csi.CsiPlugin;
import dev.jubelet.volume.csi.attach.AttachableNames;
import dev.jubelet.volume.csi.driver.AllocatableUpdates;
import dev.jubelet.volume.csi.driver.CsiDrivers;
import dev.jubelet.volume.csi.driver.CsiRegistration;
import dev.jubelet.volume.csi.driver.WatchedCsiDrivers;
import dev.jubelet.volume.csi.node.CsiNodeDrivers;
import dev.jubelet.volume.csi.request.ClusterRequests;
import dev.jubelet.volume.csi.request.CsiCluster;
import dev.jubelet.volume.csi.request.CsiTokens;
import dev.jubelet.volume.device.LoopDevices;
import dev.jubelet.volume.meter.OperationTimer;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.projection.PodCertificates;
import io.fabric8.kubernetes.api.model.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Volumes that a cluster gives to its pods: claims, and the drivers that provide what is claimed.
 *
 * <p>Thread: any. Owns: the parts that it joins.
 */
final class ClusterVolumes {
  private static final ApiResource<Node> NODES = ApiResource.core("nodes", "Node", Node.class);

  private static final Duration COMMAND_PATIENCE = Duration.ofMinutes(1);

  private final ApiClaims claims;
  private final WatchedCsiDrivers traits;
  private final AttachableVolumes attach;
  private final CsiPlugin csi;
  private final CsiNodeDrivers drivers;
  private final AllocatableUpdates allocatable;
  private final PluginRegistry plugins;
  private final Optional<IssuedCertificates> certificates;
  private final AtomicReference<Runnable> wakeNode = new AtomicReference<>(() -> {});
  private final WaitingPods waiting;

  /**
   * What it is given.
   *
   * @param nodeUid of the Node object; empty until it is registered
   * @param claims how claims are asked for
   */
  record Inputs(
      Path root,
      String nodeName,
      ApiClient client,
      Supplier<Optional<String>> nodeUid,
      ClaimSource claims,
      CsiTokens tokens,
      KubeletConfig config,
      Meters meters,
      PathWatcher files,
      LoopInbox inbox,
      Consumer<NodeEvent> events,
      Timers timers) {}

  ClusterVolumes(Inputs in, LifecycleParts lifecycle) {
    Random random = new Random();
    waiting = new WaitingPods(in.inbox()::wake);
    claims = new ApiClaims(in.claims());
    traits = new WatchedCsiDrivers(in.client(), this::driversChanged, in.timers(), random);
    Reflector<Node> ownNode =
        new Reflector<>(
            "own-node",
            ListWatch.of(in.client(), Selection.one(NODES.object("", in.nodeName()))),
            new NodeWatchListener(this::seen),
            in.timers(),
            random);
    attach =
        new AttachableVolumes(
            new VolumesInUse(new Changes(ownNode)),
            waiting,
            new Attacher.Controller(),
            new OperationTimer(in.meters().storage, in.timers()));
    CsiDrivers registered = new CsiDrivers(in.meters().storage, in.timers());
    drivers =
        new CsiNodeDrivers(
            in.client(), in.nodeName(), in.nodeUid(), () -> wakeNode.get().run(), in.timers());
    allocatable = new AllocatableUpdates(registered, traits, drivers, in.timers());
    csi =
        new CsiPlugin(
            new CsiPlugin.CsiHost(
                in.root(),
                new LinuxMounts(),
                new LoopDevices(Path.of("/sys"), new ProcessCommands(COMMAND_PATIENCE))),
            new CsiCluster(in.nodeName(), traits, ClusterRequests.of(in.client()), in.tokens()),
            registered,
            attach,
            new CsiPlugin.CsiReports(
                in.events(),
                allocatable::overLimit,
                in.config().features().enabled("CSIVolumeHealth")),
            in.timers());
    plugins =
        new PluginRegistry(
            in.root().resolve("plugins_registry"),
            Map.of(
                CsiRegistration.TYPE, new CsiRegistration(registered, drivers, this::registered)),
            in.files(),
            in.timers());
    VolumeGauges.addPlugins(in.meters().main, plugins);
    certificates = certificates(in, random);

    lifecycle.add("own node", () -> {}, ownNode::close);
    lifecycle.add("CSI drivers of the cluster", traits::start, traits::close);
    lifecycle.add("CSI drivers of the node", drivers::wake, drivers::close);
    lifecycle.add("allocatable CSI volumes", () -> {}, allocatable::close);
    lifecycle.add("plugins", () -> {}, plugins::close);
    certificates.ifPresent(
        issued -> lifecycle.add("certificates of pods", () -> {}, issued::close));
  }

  private Optional<IssuedCertificates> certificates(Inputs in, Random random) {
    if (!in.config().features().enabled("PodCertificateRequest")) {
      return Optional.empty();
    }
    IssuedCertificates issued =
        IssuedCertificates.of(
            in.client(),
            in.nodeName(),
            in.nodeUid(),
            in.inbox()::wake,
            in.events(),
            in.timers(),
            random);
    VolumeGauges.addCertificates(in.meters().main, issued);
    return Optional.of(issued);
  }

  /** Only when the feature is on. */
  Optional<PodCertificates> certificates() {
    return certificates.map(issued -> issued);
  }

  /** The pod does not run any more. */
  void over(PodUid pod) {
    certificates.ifPresent(issued -> issued.release(pod));
  }

  private void registered(String driver) {
    csi.registered(driver);
    allocatable.registered(driver);
  }

  private void driversChanged() {
    waiting.wakeAll();
    allocatable.changed();
  }

  VolumePlugins plugins() {
    return new VolumePlugins(claims, List.of(csi), List::of, Optional.of(attach));
  }

  /** The node is there. */
  void join(Runnable node) {
    wakeNode.set(node);
  }

  /** Why pods with volumes cannot be served yet. */
  Optional<String> problem() {
    return drivers.problem();
  }

  /** For the Node object; empty until it is known which volumes have to be told. */
  Optional<List<String>> inUse() {
    return AttachableNames.among(attach.inUse().names(), traits);
  }

  /** The Node object as this node has written it, or need not. */
  void written(Node node) {
    attach.inUse().written(node);
  }

  private void seen(Node node) {
    attach.inUse().seen(node);
  }

  /** There is a Node object, or another one: drivers can be told of, and so be used. */
  void nodeRegistered() {
    drivers.wake();
    plugins.start();
  }

  void gone(PodUid pod) {
    over(pod);
    claims.forget(pod);
    csi.forget(pod);
  }

  /** The node is watched from when a volume is first waited for: most nodes never need it. */
  private final class Changes implements VolumesInUse.Listener {
    private final Reflector<Node> ownNode;

    Changes(Reflector<Node> ownNode) {
      this.ownNode = ownNode;
    }

    @Override
    public void inUseChanged() {
      wakeNode.get().run();
    }

    @Override
    public void nodeChanged() {
      waiting.wakeAll();
    }

    @Override
    public void attachAwaited() {
      ownNode.start();
    }
  }
}
