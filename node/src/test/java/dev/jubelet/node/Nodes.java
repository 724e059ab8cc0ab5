package dev.jubelet.node;

import dev.jubelet.node.address.AddressOutcome;
import dev.jubelet.node.address.NodeIps;
import dev.jubelet.node.condition.NodeHealth;
import dev.jubelet.node.object.NodeObjectBuilder;
import dev.jubelet.node.object.RegistrationSettings;
import dev.jubelet.node.status.MachineFacts;
import dev.jubelet.node.status.MachineView;
import dev.jubelet.node.status.NodeIdentity;
import dev.jubelet.node.status.NodeImage;
import dev.jubelet.node.status.NodeObservation;
import dev.jubelet.node.status.NodeStatusBuilder;
import dev.jubelet.node.status.NodeTraits;
import dev.jubelet.node.status.RuntimeTraits;
import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A healthy node for tests, and how to make it differ. */
public final class Nodes {
  public static final String NAME = "node-1";
  public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  public static final List<String> REQUIRED = List.of("cpu", "memory", "pods");
  public static final NodeIdentity IDENTITY = new NodeIdentity(NAME, "linux", "amd64");
  public static final MachineFacts FACTS =
      new MachineFacts("machine", "uuid", "boot-1", "6.18.0", "Debian GNU/Linux 12", 0);
  public static final RuntimeTraits RUNTIME =
      new RuntimeTraits(
          "containerd",
          "2.1.9",
          List.of(new RuntimeTraits.Handler("", true, false)),
          Optional.of(true));
  public static final AddressOutcome ADDRESSES =
      new AddressOutcome.Found(
          List.of(new NodeAddress("10.0.0.1", "InternalIP"), new NodeAddress(NAME, "Hostname")),
          false);
  public static final RegistrationSettings SETTINGS =
      new RegistrationSettings(Map.of(), List.of(), "", true, false, NodeIps.NONE);

  private Nodes() {}

  public static NodeStatusBuilder statuses() {
    return new NodeStatusBuilder(new NodeTraits(IDENTITY, "v1.36.0", 10250, 50, List.of("A")));
  }

  public static NodeObjectBuilder objects() {
    return objects(SETTINGS);
  }

  public static NodeObjectBuilder objects(RegistrationSettings settings) {
    return new NodeObjectBuilder(settings, statuses());
  }

  public static Map<String, Quantity> resources(String cpu) {
    return Map.of(
        "cpu", new Quantity(cpu), "memory", new Quantity("2Gi"), "pods", new Quantity("110"));
  }

  public static NodeHealth healthy() {
    return new NodeHealth(Set.of(), List.of(), Optional.empty(), REQUIRED);
  }

  public static NodeHealth unwell(String... problems) {
    return new NodeHealth(Set.of(), List.of(problems), Optional.empty(), REQUIRED);
  }

  public static NodeHealth under(NodePressure... pressures) {
    return new NodeHealth(Set.of(pressures), List.of(), Optional.empty(), REQUIRED);
  }

  public static NodeObservation observed(Instant now, NodeHealth health) {
    return observed(now, health, FACTS);
  }

  public static NodeObservation observed(Instant now, NodeHealth health, MachineFacts facts) {
    return new NodeObservation(
        now,
        ADDRESSES,
        new MachineView(resources("2"), resources("1500m"), facts),
        RUNTIME,
        health,
        List.of(new NodeImage("sha256:1", List.of("a@sha256:1"), List.of("a:1"), 10)),
        Optional.empty());
  }
}
