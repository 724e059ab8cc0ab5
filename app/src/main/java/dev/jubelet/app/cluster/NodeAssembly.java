package dev.jubelet.app.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.config.value.NodeTaint;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.metric.StartupMeter;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.base.LifecycleParts;
import dev.jubelet.base.Timers;
import dev.jubelet.node.address.LinuxAddresses;
import dev.jubelet.node.address.NodeAddressRules;
import dev.jubelet.node.address.NodeIps;
import dev.jubelet.node.call.CallDeadline;
import dev.jubelet.node.call.Jitter;
import dev.jubelet.node.call.NodeApi;
import dev.jubelet.node.condition.NodeHealth;
import dev.jubelet.node.loop.LeaseLoop;
import dev.jubelet.node.loop.LeaseRules;
import dev.jubelet.node.loop.NodeRegistration;
import dev.jubelet.node.loop.NodeStatusLoop;
import dev.jubelet.node.loop.RegistrationListener;
import dev.jubelet.node.loop.StatusListeners;
import dev.jubelet.node.loop.StatusPace;
import dev.jubelet.node.object.NodeObjectBuilder;
import dev.jubelet.node.object.RegistrationSettings;
import dev.jubelet.node.status.DeclaredFeatures;
import dev.jubelet.node.status.MachineFacts;
import dev.jubelet.node.status.MachineFiles;
import dev.jubelet.node.status.MachineView;
import dev.jubelet.node.status.NodeIdentity;
import dev.jubelet.node.status.NodeObservation;
import dev.jubelet.node.status.NodeStatusBuilder;
import dev.jubelet.node.status.NodeTraits;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The node in its cluster: registers it, keeps its status true and renews its lease.
 *
 * <p>Thread: lanes of its own. Owns: the three loops.
 */
public final class NodeAssembly {
  private static final List<String> REQUIRED = List.of("cpu", "memory", "pods");

  private static final String RESTART_ALL = "RestartAllContainersOnContainerExits";
  private static final Path PROC_NET = Path.of("/proc/net");
  private static final Duration LATER_THAN_THE_CLIENT = Duration.ofSeconds(2);

  private final Inputs in;
  private final NodeIps ips;
  private final MachineFiles machine = new MachineFiles(Path.of("/"));
  private final NodeStatusLoop status;
  private final LeaseLoop lease;
  private final NodeRegistration registration;

  /**
   * What the node is made of.
   *
   * @param problems what keeps pods from running now
   * @param pressures what the node is short of now
   * @param volumesInUse attachable volumes; empty while they are not known
   * @param observed gets the Node object after each round
   * @param podCidrs gets the ranges of pod addresses that the cluster gave to the node
   * @param startup is told when the node is registered
   */
  public record Inputs(
      KubeletOptions options,
      NodeProfile profile,
      ClusterConnection cluster,
      RuntimeObserver runtime,
      Supplier<List<String>> problems,
      Supplier<Set<NodePressure>> pressures,
      Supplier<Optional<List<String>>> volumesInUse,
      Consumer<Node> observed,
      Consumer<List<String>> podCidrs,
      Consumer<NodeEvent> events,
      StartupMeter startup) {}

  /** The rest begins when the node is there. */
  private final class Registered implements RegistrationListener {
    @Override
    public void trying() {
      in.startup().trying();
    }

    @Override
    public void created() {
      in.startup().created();
    }

    /** What waits for the Node object need not wait until its status was written as well. */
    @Override
    public void registered(Node node) {
      in.observed().accept(node);
      beat();
    }
  }

  public NodeAssembly(Inputs in, ObjectMapper json, Timers timers) {
    this.in = in;
    KubeletConfig config = in.options().config();
    this.ips = NodeIps.parse(in.options().flags().get(NodeFlags.NODE_IP));
    NodeCalls calls = new NodeCalls(in.cluster().heartbeat());
    CallDeadline deadline =
        new CallDeadline(timers, in.cluster().heartbeatDeadline().plus(LATER_THAN_THE_CLIENT));
    Jitter jitter = new Jitter(() -> ThreadLocalRandom.current().nextDouble());
    NodeObjectBuilder objects =
        new NodeObjectBuilder(registrationSettings(), new NodeStatusBuilder(traits()));
    Supplier<NodeObservation> observe = () -> observe(timers);
    status =
        new NodeStatusLoop(
            calls,
            deadline,
            new NodeStatusLoop.Making(objects, observe, json),
            new StatusPace(
                config.get(NodeFields.NODE_STATUS_UPDATE_FREQUENCY),
                config.get(NodeFields.NODE_STATUS_REPORT_FREQUENCY),
                jitter),
            new StatusListeners(
                in.observed(), in.podCidrs(), in.events(), NodeAssembly::leaveToTheClient),
            timers);
    lease =
        new LeaseLoop(
            new LeaseLoop.Apis(calls.leases(), calls),
            deadline,
            new LeaseRules(in.profile().name(), config.get(NodeFields.NODE_LEASE_DURATION_SECONDS)),
            jitter,
            NodeAssembly::leaveToTheClient,
            timers);
    registration =
        registration(calls, deadline, json, () -> objects.initial(observe.get()), timers);
  }

  private NodeRegistration registration(
      NodeApi api,
      CallDeadline deadline,
      ObjectMapper json,
      Supplier<Node> initial,
      Timers timers) {
    boolean adopt = !in.options().config().features().enabled("KubeletRegistrationGetOnExistsOnly");
    return new NodeRegistration(
        api,
        deadline,
        json,
        new NodeRegistration.Plan(in.profile().name(), initial, () -> false, adopt),
        new Registered(),
        timers);
  }

  public void addTo(LifecycleParts lifecycle) {
    lifecycle.add("node status", () -> {}, status::close);
    lifecycle.add("node lease", () -> {}, lease::close);
    lifecycle.add("node registration", this::begin, registration::close);
  }

  /** The client itself gives up a connection without answers, and a little earlier. */
  private static void leaveToTheClient() {}

  private void begin() {
    if (in.options().config().get(NodeFields.REGISTER_NODE)) {
      registration.start();
    } else {
      beat();
    }
  }

  private void beat() {
    status.wake();
    lease.wake();
  }

  /** Something that the status tells may have changed. */
  public void wake() {
    status.wake();
  }

  private NodeObservation observe(Timers timers) {
    NodeAddressRules addresses =
        new NodeAddressRules(
            in.profile().name(), ips, isExternalCloud(), new LinuxAddresses(PROC_NET));
    return new NodeObservation(
        timers.now(),
        addresses.choose(),
        new MachineView(in.profile().capacity(), in.profile().allocatable(), machineFacts()),
        in.runtime().traits(),
        new NodeHealth(in.pressures().get(), in.problems().get(), Optional.empty(), REQUIRED),
        in.runtime().images(),
        in.volumesInUse().get());
  }

  private MachineFacts machineFacts() {
    return new MachineFacts(
        machine.machineId(),
        machine.systemUuid(),
        in.profile().host().bootId(),
        in.profile().host().kernelRelease(),
        machine.osImage(),
        0);
  }

  private RegistrationSettings registrationSettings() {
    KubeletConfig config = in.options().config();
    return new RegistrationSettings(
        in.options().flags().get(NodeFlags.NODE_LABELS),
        config.get(NodeFields.REGISTER_WITH_TAINTS).stream().map(NodeAssembly::taint).toList(),
        config.get(NodeFields.PROVIDER_ID),
        config.get(PodFields.ENABLE_CONTROLLER_ATTACH_DETACH),
        isExternalCloud(),
        ips);
  }

  private static Taint taint(NodeTaint from) {
    Taint taint = new Taint();
    taint.setKey(from.key());
    taint.setValue(from.value().isEmpty() ? null : from.value());
    taint.setEffect(from.effect());
    taint.setTimeAdded(from.timeAdded().isEmpty() ? null : from.timeAdded());
    return taint;
  }

  private NodeTraits traits() {
    KubeletConfig config = in.options().config();
    return new NodeTraits(
        NodeIdentity.of(in.profile().name(), "", System.getProperty("os.arch")),
        in.options().reportedVersion(),
        config.get(ServerFields.ENABLE_SERVER) ? config.get(ServerFields.PORT) : 0,
        config.get(NodeFields.NODE_STATUS_MAX_IMAGES),
        DeclaredFeatures.of(builtFeatures(config), false));
  }

  /** Gates of features that this agent has, as far as schedulers ask for them. */
  private static Set<String> builtFeatures(KubeletConfig config) {
    return config.features().enabled(RESTART_ALL) ? Set.of(RESTART_ALL) : Set.of();
  }

  private boolean isExternalCloud() {
    return in.options().flags().get(NodeFlags.CLOUD_PROVIDER).equals("external");
  }
}
