package dev.jubelet.node.object;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.node.Nodes;
import dev.jubelet.node.condition.NodeHealth;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NodePatchTest {
  private static final ObjectMapper MAPPER = KubernetesJson.mapper();
  private static final Instant LATER = Nodes.NOW.plusSeconds(10);

  @Test
  void nothingDiffersFromItself() {
    NodePatch patch = NodePatch.between(node(), node(), MAPPER);

    assertThat(patch.body()).isEmpty();
    assertThat(patch.isSubstantial()).isFalse();
  }

  @Test
  void heartbeatsAloneAreWrittenButNotSubstantial() {
    NodePatch patch = NodePatch.between(node(), at(LATER, Nodes.healthy()), MAPPER);

    assertThat(patch.isSubstantial()).isFalse();
    assertThat(patch.body().at("/status/conditions")).hasSize(4);
    assertThat(patch.body().at("/status/conditions/3").toString())
        .isEqualTo("{\"lastHeartbeatTime\":\"2026-01-01T00:00:10Z\",\"type\":\"Ready\"}");
  }

  @Test
  void aChangedConditionIsSubstantialAndTheOrderIsToldWithIt() {
    NodePatch patch = NodePatch.between(node(), at(LATER, Nodes.unwell("broken")), MAPPER);

    assertThat(patch.isSubstantial()).isTrue();
    assertThat(patch.substance().at("/status/conditions").toString())
        .isEqualTo(
            "[{\"lastTransitionTime\":\"2026-01-01T00:00:10Z\",\"message\":\"broken\","
                + "\"reason\":\"KubeletNotReady\",\"status\":\"False\",\"type\":\"Ready\"}]");
    assertThat(patch.body().at("/status/$setElementOrder~1conditions").toString())
        .isEqualTo(
            "[{\"type\":\"MemoryPressure\"},{\"type\":\"DiskPressure\"},"
                + "{\"type\":\"PIDPressure\"},{\"type\":\"Ready\"}]");
  }

  @Test
  void addressesAreReplacedAsAWholeBecauseTheServerWouldJoinThemByType() {
    Node after = node();
    after
        .getStatus()
        .setAddresses(
            List.of(
                new NodeAddress("10.0.0.2", "InternalIP"),
                new NodeAddress("fd00::2", "InternalIP")));

    assertThat(NodePatch.between(node(), after, MAPPER).body().toString())
        .isEqualTo(
            "{\"status\":{\"addresses\":[{\"address\":\"10.0.0.2\",\"type\":\"InternalIP\"},"
                + "{\"address\":\"fd00::2\",\"type\":\"InternalIP\"},{\"$patch\":\"replace\"}]}}");
  }

  @Test
  void firstAddressesNeedNoReplacing() {
    Node before = node();
    before.getStatus().setAddresses(List.of());

    assertThat(NodePatch.between(before, node(), MAPPER).body().at("/status/addresses")).hasSize(2);
  }

  @Test
  void takenAwayLabelsAndResourcesAreNull() {
    Node after = node();
    after.setMetadata(NodeCopies.of(after.getMetadata(), Map.of(), Map.of()));
    after.getStatus().setCapacity(Map.of("cpu", new Quantity("2")));

    ObjectNode body = NodePatch.between(node(), after, MAPPER).body();

    assertThat(body.at("/metadata/labels/kubernetes.io~1os").isNull()).isTrue();
    assertThat(body.at("/status/capacity").toString()).isEqualTo("{\"memory\":null,\"pods\":null}");
  }

  @Test
  void theSpecIsNeverPatched() {
    Node after = node();
    after.setSpec(new NodeSpec());
    after.getSpec().setUnschedulable(true);

    assertThat(NodePatch.between(node(), after, MAPPER).body()).isEmpty();
  }

  @Property(tries = 200)
  void aPatchedObjectIsTheWantedObject(
      @ForAll("someNode") Node before, @ForAll("someNode") Node after) {
    ObjectNode patched = MAPPER.valueToTree(before);
    MergePatch.apply(patched, NodePatch.between(before, after, MAPPER).body());

    ObjectNode wanted = MAPPER.valueToTree(after);
    assertThat(patched.get("status")).isEqualTo(wanted.get("status"));
    assertThat(patched.at("/metadata/labels")).isEqualTo(wanted.at("/metadata/labels"));
  }

  @Provide
  Arbitrary<Node> someNode() {
    Arbitrary<NodeHealth> healths =
        Arbitraries.of(
            Nodes.healthy(),
            Nodes.unwell("a"),
            Nodes.unwell("a", "b"),
            Nodes.under(NodePressure.DISK),
            Nodes.under(NodePressure.values()));
    Arbitrary<Instant> times = Arbitraries.integers().between(0, 3).map(Nodes.NOW::plusSeconds);
    Arbitrary<List<NodeAddress>> addresses =
        Arbitraries.of("10.0.0.1", "10.0.0.2", "fd00::1")
            .map(ip -> new NodeAddress(ip, "InternalIP"))
            .list()
            .ofMinSize(1)
            .ofMaxSize(3);
    Arbitrary<Map<String, String>> labels =
        Arbitraries.maps(Arbitraries.of("a", "b"), Arbitraries.of("1", "2")).ofMinSize(1);
    return Combinators.combine(times, healths, addresses, labels).as(NodePatchTest::node);
  }

  private static Node node(
      Instant now, NodeHealth health, List<NodeAddress> addresses, Map<String, String> labels) {
    Node node = at(now, health);
    ObjectMeta metadata = NodeCopies.of(node.getMetadata(), labels, Map.of());
    node.setMetadata(metadata);
    node.getStatus().setAddresses(addresses);
    return node;
  }

  private static Node node() {
    return Nodes.objects().initial(Nodes.observed(Nodes.NOW, Nodes.healthy()));
  }

  private static Node at(Instant now, NodeHealth health) {
    return Nodes.objects().updated(node(), Nodes.observed(now, health));
  }
}
