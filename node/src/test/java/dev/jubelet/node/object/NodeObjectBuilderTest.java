package dev.jubelet.node.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.node.Nodes;
import dev.jubelet.node.address.NodeIps;
import dev.jubelet.node.status.NodeObservation;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeObjectBuilderTest {
  private static final NodeObservation OBSERVED = Nodes.observed(Nodes.NOW, Nodes.healthy());
  private static final Taint DEDICATED = new Taint("NoExecute", "dedicated", null, "gpu");

  @Test
  void aNewNodeTellsWhoItIs() {
    Node node = Nodes.objects().initial(OBSERVED);

    assertThat(node.getMetadata().getName()).isEqualTo("node-1");
    assertThat(node.getMetadata().getLabels())
        .isEqualTo(
            Map.of(
                "kubernetes.io/hostname", "node-1",
                "kubernetes.io/os", "linux",
                "kubernetes.io/arch", "amd64",
                "beta.kubernetes.io/os", "linux",
                "beta.kubernetes.io/arch", "amd64"));
    assertThat(node.getMetadata().getAnnotations())
        .isEqualTo(Map.of("volumes.kubernetes.io/controller-managed-attach-detach", "true"));
    assertThat(node.getSpec().getProviderID()).isNull();
    assertThat(node.getSpec().getTaints()).isEmpty();
    assertThat(node.getStatus().getConditions()).hasSize(4);
  }

  @Test
  void theOperatorsWordsOutrankTheNodes() {
    Node node =
        Nodes.objects(
                new RegistrationSettings(
                    Map.of("kubernetes.io/hostname", "other", "tier", "a"),
                    List.of(DEDICATED),
                    "cloud://1",
                    false,
                    false,
                    NodeIps.NONE))
            .initial(OBSERVED);

    assertThat(node.getMetadata().getLabels())
        .containsEntry("kubernetes.io/hostname", "other")
        .containsEntry("tier", "a");
    assertThat(node.getMetadata().getAnnotations()).isEmpty();
    assertThat(node.getSpec().getTaints()).containsExactly(DEDICATED);
    assertThat(node.getSpec().getProviderID()).isEqualTo("cloud://1");
  }

  @Test
  void aNodeOfACloudWaitsForItsControllerAndTellsItsAddresses() {
    Node node = Nodes.objects(cloud("10.0.0.1,fd00::1")).initial(OBSERVED);

    assertThat(node.getSpec().getTaints())
        .containsExactly(
            DEDICATED,
            new Taint(
                "NoSchedule", "node.cloudprovider.kubernetes.io/uninitialized", null, "true"));
    assertThat(node.getMetadata().getAnnotations())
        .containsEntry("alpha.kubernetes.io/provided-node-ip", "10.0.0.1,fd00::1");
  }

  @Test
  void anUpdateKeepsWhatIsNotOurs() {
    Node existing = Nodes.objects().initial(OBSERVED);
    existing.setMetadata(
        NodeCopies.of(existing.getMetadata(), Map.of("team", "blue"), Map.of("note", "x")));
    existing.getSpec().setPodCIDR("10.1.0.0/24");

    Node updated = Nodes.objects().updated(existing, OBSERVED);

    assertThat(updated.getSpec()).isSameAs(existing.getSpec());
    assertThat(updated.getMetadata().getLabels())
        .isEqualTo(
            Map.of("team", "blue", "kubernetes.io/os", "linux", "kubernetes.io/arch", "amd64"));
    assertThat(updated.getMetadata().getAnnotations()).isEqualTo(Map.of("note", "x"));
    assertThat(existing.getMetadata().getLabels()).isEqualTo(Map.of("team", "blue"));
  }

  @Test
  void theProvidedAddressFollowsTheFlag() {
    Node existing = Nodes.objects(cloud("10.0.0.1")).initial(OBSERVED);

    assertThat(provided(Nodes.objects(cloud("10.0.0.2")).updated(existing, OBSERVED)))
        .isEqualTo("10.0.0.2");
    assertThat(provided(Nodes.objects(cloud("")).updated(existing, OBSERVED))).isNull();
    assertThat(provided(Nodes.objects().updated(existing, OBSERVED))).isEqualTo("10.0.0.1");
  }

  private static @Nullable String provided(Node node) {
    ObjectMeta metadata = node.getMetadata();
    return metadata.getAnnotations().get("alpha.kubernetes.io/provided-node-ip");
  }

  private static RegistrationSettings cloud(String ips) {
    return new RegistrationSettings(
        Map.of(), List.of(DEDICATED), "", true, true, NodeIps.parse(ips));
  }
}
