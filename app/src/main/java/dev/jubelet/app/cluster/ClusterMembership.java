package dev.jubelet.app.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.api.cri.UpdateRuntimeConfigRequest;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.journal.JournalAssembly;
import dev.jubelet.app.memory.MemoryBudget;
import dev.jubelet.app.metric.ObjectMeter;
import dev.jubelet.app.metric.StartupMeter;
import dev.jubelet.app.path.AgentContext;
import dev.jubelet.app.path.ClusterSupplies;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.app.path.RuntimeReadiness;
import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.LifecycleParts;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.node.call.LeaseTimes;
import dev.jubelet.node.condition.RuntimeProblems;
import dev.jubelet.node.event.NodeEvents;
import dev.jubelet.pod.event.ApiEvents;
import dev.jubelet.pod.event.EventSink;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.pod.sync.LoopEvent;
import dev.jubelet.pod.sync.ReferencedObjects;
import dev.jubelet.server.AgentView.Problem;
import dev.jubelet.server.stats.MachineDescription;
import dev.jubelet.volume.claim.ClaimRequests;
import dev.jubelet.volume.projection.ClusterSources;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * All that a node with an API server has more than one without: pods from there, their statuses and
 * mirrors back, and the Node object with its lease.
 *
 * <p>Thread: that of the assembly. Owns: the connections and what uses them.
 */
public final class ClusterMembership {
  private final AgentContext in;
  private final Lifecycle lifecycle;
  private final ObjectMapper json =
      KubernetesJson.mapper().copy().registerModule(LeaseTimes.module());
  private final FirstCertificate first;
  private final ClusterConnection connection;
  private final Optional<ServingCertificates> serving;
  private final PodSupplies supplies;
  private final Optional<JournalAssembly> journal;
  private final CachedNode cachedNode;
  private final ObjectAge objectAge = new ObjectAge();
  private final ClusterVolumes volumes;
  private final AtomicReference<Optional<String>> nodeUid = new AtomicReference<>(Optional.empty());
  private final StartupMeter startup;

  /**
   * Prepares the connections and what pods get through them; its parts are added to the life cycle.
   * Those that speak to the API server start when there is a certificate. Throws
   * KubeconfigException.
   *
   * @param giveUp gets the reason when the agent has to end: without credentials it is of no use
   */
  public ClusterMembership(AgentContext in, Consumer<String> giveUp, Lifecycle lifecycle) {
    this.in = in;
    this.lifecycle = lifecycle;
    startup =
        new StartupMeter(
            in.meters().main, in.timers(), MachineDescription.read(Path.of("/"), 0).bootedAt());
    ClientCertificates certificates =
        new ClientCertificates(in.options(), in.node().name(), json, in.timers());
    first = certificates.first(giveUp);
    lifecycle.add("first client certificate", first::start, first::close);
    LifecycleParts inCluster = lifecycle.behind(first::whenPresent);
    connection =
        new ClusterConnection(
            in.options(), certificates.kubeconfig(), json, in.meters(), in.timers());
    lifecycle.add("connections to the API server", () -> {}, connection::close);
    certificates.rotate(connection.client(), in.meters().main, giveUp, inCluster);
    serving = serving(inCluster);
    journal = JournalAssembly.of(in.options(), in.meters(), in.timers(), lifecycle);
    cachedNode =
        new CachedNode(
            in.node().name(), new NodeCalls(connection.client()), first::whenPresent, in.timers());
    MemoryBudget memory = MemoryBudget.of(Runtime.getRuntime().maxMemory());
    ByteBudget objectBudget = new ByteBudget(memory.objectBytes());
    ObjectMeter.addTo(in.meters().main, objectBudget);
    supplies =
        new PodSupplies(
            new PodSupplies.Inputs(
                in.options().config(),
                connection.client(),
                memory.objectReads(),
                objectBudget,
                objectAge,
                objectsChanged(),
                requests -> journal.map(j -> j.tokens(requests)).orElse(requests),
                in.inbox()::wakeAll,
                in.timers()),
            inCluster);
    volumes =
        new ClusterVolumes(
            new ClusterVolumes.Inputs(
                Path.of(in.options().flags().get(NodeFlags.ROOT_DIR)),
                in.node().name(),
                connection.client(),
                nodeUid::get,
                claims(new ClaimRequests(connection.client())),
                supplies.tokens(),
                in.options().config(),
                in.meters(),
                in.files(),
                in.inbox(),
                in.eventLog(),
                in.timers()),
            inCluster);
  }

  private Consumer<Set<ObjectKey>> objectsChanged() {
    Consumer<Set<ObjectKey>> loop = keys -> in.inbox().post(new LoopEvent.ObjectsChanged(keys));
    return journal.map(j -> j.tellingObjects(loop)).orElse(loop);
  }

  private ClaimSource claims(ClaimSource fromServer) {
    return journal.map(j -> j.claims(fromServer)).orElse(fromServer);
  }

  private Optional<ServingCertificates> serving(LifecycleParts inCluster) {
    if (!ServingCertificates.wanted(in.options())) {
      return Optional.empty();
    }
    ServingCertificates certificates =
        new ServingCertificates(
            in.options(), in.node().name(), connection.client(), in.meters().main, in.timers());
    certificates.addTo(inCluster);
    return Optional.of(certificates);
  }

  /** The certificate that the cluster signed for the server; empty while there is none. */
  public Optional<KeyedChain> servingCertificate() {
    return serving.flatMap(ServingCertificates::current);
  }

  /** Why the API server cannot be used now. */
  public Optional<Problem> problem() {
    return connection.problem();
  }

  /** One more client of the API server, with limits of its own. */
  public ApiClient client(ClientSettings settings) {
    return connection.client(settings);
  }

  /** What the path of a pod takes from here. */
  public ClusterSupplies supplies() {
    ClusterSupplies fromServer =
        new ClusterSupplies(
            supplies.objects(),
            new ClusterSources(
                Optional.of(supplies.tokens()), supplies.trust(), volumes.certificates()),
            volumes.plugins(),
            supplies.services(),
            supplies.runtimeClasses(),
            cachedNode,
            new References(),
            supplies.accounts(connection.client()));
    return journal.map(j -> j.around(fromServer)).orElse(fromServer);
  }

  /** Makes the path a part of the cluster; the parts are added behind those of the path. */
  public ClusterAssembly join(PodPathAssembly path) {
    journal.ifPresent(j -> j.join(path, lifecycle));
    ApiEvents events =
        new ApiEvents(
            in.node().name(),
            EventSink.of(connection.events()),
            in.timers(),
            () -> ThreadLocalRandom.current().nextDouble());
    in.eventLog().subscribe(events);
    lifecycle.add("events for the API server", () -> {}, events::close);
    ClusterAssembly pods =
        new ClusterAssembly(
            new ClusterAssembly.Inputs(
                in.node().name(),
                ClusterApi.of(connection.client(), in.node().name()),
                path,
                nodeUid::get,
                in.timers(),
                RandomGenerator.getDefault(),
                journal.map(j -> j.source(path)).orElse(path.sources::accept),
                in.meters().statuses::written),
            lifecycle.behind(first::whenPresent));
    in.meters()
        .main
        .add(
            Collected.gauge(
                "kubelet_mirror_pods",
                "[ALPHA] Mirror pods that the API server has of this node's static pods.",
                pods::mirrorPods));
    RuntimeHealth health = path.health;
    RuntimeReadiness runtime = RuntimeReadiness.of(path);
    RuntimeObserver facts = new RuntimeObserver(in.cri(), in.runtimeName(), in.timers());
    lifecycle.add("facts of the runtime", () -> {}, facts::close);
    NodeAssembly node =
        new NodeAssembly(
            new NodeAssembly.Inputs(
                in.options(),
                in.node(),
                connection,
                facts,
                () -> problems(runtime.problems(), health.problems().network()),
                in.pressures()::now,
                volumes::inUse,
                object -> observed(object, pods),
                ranges -> announce(in.cri(), ranges),
                in.eventLog(),
                startup),
            json,
            in.timers());
    health.subscribe(node::wake);
    in.shutdown().subscribe(node::wake);
    Runnable wakeRegistered =
        () -> {
          if (nodeUid.get().isPresent()) {
            node.wake();
          }
        };
    in.pressures().subscribe(wakeRegistered);
    volumes.join(wakeRegistered);
    NodeEvents ofNode = new NodeEvents(in.node().name());
    lifecycle.add(
        "node events", () -> in.eventLog().accept(ofNode.starting(in.timers().now())), () -> {});
    node.addTo(lifecycle.behind(first::whenPresent));
    return pods;
  }

  private List<String> problems(RuntimeProblems runtime, Optional<String> network) {
    return Stream.concat(
            runtime.messages().stream(),
            Stream.of(network, volumes.problem(), in.shutdown().problem())
                .flatMap(Optional::stream))
        .toList();
  }

  private void observed(Node node, ClusterAssembly pods) {
    startup.observed(node);
    serving.ifPresent(certificates -> certificates.observed(node));
    cachedNode.observed(node);
    objectAge.observed(node);
    Optional<String> uid = Optional.ofNullable(node.getMetadata().getUid());
    if (!uid.equals(nodeUid.getAndSet(uid))) {
      pods.nodeRegistered();
      volumes.nodeRegistered();
    }
    volumes.written(node);
  }

  /** The runtime gives pods their addresses, so it has to know the ranges. */
  private static void announce(CriRuntime cri, List<String> ranges) {
    UpdateRuntimeConfigRequest.Builder request = UpdateRuntimeConfigRequest.newBuilder();
    request
        .getRuntimeConfigBuilder()
        .getNetworkConfigBuilder()
        .setPodCidr(String.join(",", ranges));
    cri.updateRuntimeConfig(request.build());
  }

  /** Objects are for pods that run; a volume is in use until nothing is left of its pod. */
  private final class References implements ReferencedObjects {
    @Override
    public void podWanted(Pod pod) {
      supplies.wanted(pod);
    }

    @Override
    public void podEnded(PodUid uid) {
      supplies.gone(uid);
      volumes.over(uid);
    }

    @Override
    public void podGone(PodUid uid) {
      supplies.gone(uid);
      volumes.gone(uid);
    }
  }
}
