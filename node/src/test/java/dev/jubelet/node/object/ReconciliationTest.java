package dev.jubelet.node.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.node.Nodes;
import dev.jubelet.pod.manifest.KubernetesJson;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReconciliationTest {
  private static final String ATTACH = "volumes.kubernetes.io/controller-managed-attach-detach";
  private final Node initial = node();
  private final Node existing = node();

  @Test
  void anObjectInLineNeedsNothing() {
    assertThat(patch(false).body()).isEmpty();
  }

  @Test
  void onlyWellKnownLabelsAreBroughtInLine() {
    initial.getMetadata().getLabels().put("tier", "new");
    initial.getMetadata().getLabels().put("topology.kubernetes.io/zone", "b");
    existing.getMetadata().getLabels().put("tier", "old");
    existing.getMetadata().getLabels().put("kubernetes.io/arch", "arm64");
    existing.getMetadata().getLabels().put("topology.kubernetes.io/region", "kept");

    assertThat(patch(false).body().toString())
        .isEqualTo(
            "{\"metadata\":{\"labels\":{\"kubernetes.io/arch\":\"amd64\","
                + "\"topology.kubernetes.io/zone\":\"b\"}}}");
  }

  @Test
  void anEmptyWellKnownLabelIsTakenAway() {
    initial.getMetadata().getLabels().put("node.kubernetes.io/instance-type", "");
    existing.getMetadata().getLabels().put("node.kubernetes.io/instance-type", "big");

    assertThat(patch(false).body().toString())
        .isEqualTo("{\"metadata\":{\"labels\":{\"node.kubernetes.io/instance-type\":null}}}");
  }

  @Test
  void whoAttachesVolumesIsDecidedAnew() {
    initial.getMetadata().getAnnotations().remove(ATTACH);
    existing.getMetadata().getAnnotations().put("note", "kept");

    assertThat(patch(false).body().toString())
        .isEqualTo("{\"metadata\":{\"annotations\":{\"" + ATTACH + "\":null}}}");
  }

  @Test
  void taintsBelongToTheClusterByNow() {
    initial.getSpec().setTaints(List.of(new Taint("NoSchedule", "a", null, "b")));

    assertThat(patch(false).body()).isEmpty();
  }

  @Test
  void extendedResourcesAreZeroOnAMachineMadeAnew() {
    add(existing, "example.com/dongle", "4");

    assertThat(patch(false).body()).isEmpty();
    assertThat(patch(true).body().toString())
        .isEqualTo(
            "{\"status\":{\"allocatable\":{\"example.com/dongle\":\"0\"},"
                + "\"capacity\":{\"example.com/dongle\":\"0\"}}}");
  }

  @Test
  void hugePagesFollowTheKernel() {
    add(existing, "hugepages-1Gi", "1Gi");
    add(existing, "hugepages-2Mi", "2Mi");
    add(initial, "hugepages-2Mi", "4Mi");

    assertThat(patch(false).body().at("/status/capacity").toString())
        .isEqualTo("{\"hugepages-1Gi\":null,\"hugepages-2Mi\":\"4Mi\"}");
  }

  @Test
  void aNodeWithoutResourcesTakesThoseOfTheNewOne() {
    existing.getStatus().setCapacity(Map.of());

    assertThat(Reconciliation.of(existing, initial, false).getStatus().getCapacity())
        .isEqualTo(initial.getStatus().getCapacity());
  }

  @Test
  void aNodeWithoutStatusGetsResources() {
    existing.setStatus(null);

    assertThat(Reconciliation.of(existing, initial, true).getStatus().getAllocatable())
        .isEqualTo(initial.getStatus().getAllocatable());
  }

  private NodePatch patch(boolean forgetExtended) {
    Node wanted = Reconciliation.of(existing, initial, forgetExtended);
    return NodePatch.between(existing, wanted, KubernetesJson.mapper());
  }

  private static void add(Node node, String resource, String amount) {
    Map<String, Quantity> capacity = new HashMap<>(node.getStatus().getCapacity());
    Map<String, Quantity> allocatable = new HashMap<>(node.getStatus().getAllocatable());
    capacity.put(resource, Quantity.parse(amount));
    allocatable.put(resource, Quantity.parse(amount));
    node.getStatus().setCapacity(capacity);
    node.getStatus().setAllocatable(allocatable);
  }

  private static Node node() {
    return Nodes.objects().initial(Nodes.observed(Nodes.NOW, Nodes.healthy()));
  }
}
