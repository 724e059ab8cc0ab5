package dev.jubelet.node.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.node.Nodes;
import dev.jubelet.node.address.AddressOutcome;
import io.fabric8.kubernetes.api.model.AttachedVolume;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeRuntimeHandler;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeStatusBuilderTest {
  private static final NodeObservation OBSERVED = Nodes.observed(Nodes.NOW, Nodes.healthy());

  @Test
  void theSystemIsDescribed() {
    NodeSystemInfo system = build(new NodeStatus(), OBSERVED).getNodeInfo();

    assertThat(system.getMachineID()).isEqualTo("machine");
    assertThat(system.getSystemUUID()).isEqualTo("uuid");
    assertThat(system.getBootID()).isEqualTo("boot-1");
    assertThat(system.getKernelVersion()).isEqualTo("6.18.0");
    assertThat(system.getOsImage()).isEqualTo("Debian GNU/Linux 12");
    assertThat(system.getContainerRuntimeVersion()).isEqualTo("containerd://2.1.9");
    assertThat(system.getKubeletVersion()).isEqualTo("v1.36.0");
    assertThat(system.getKubeProxyVersion()).isEmpty();
    assertThat(system.getOperatingSystem()).isEqualTo("linux");
    assertThat(system.getArchitecture()).isEqualTo("amd64");
    assertThat(system.getSwap()).isNull();
  }

  @Test
  void swapIsToldWhereThereIsSome() {
    MachineFacts facts = new MachineFacts("m", "u", "b", "k", "o", 1024);

    NodeStatus status = build(new NodeStatus(), Nodes.observed(Nodes.NOW, Nodes.healthy(), facts));

    assertThat(status.getNodeInfo().getSwap().getCapacity()).isEqualTo(1024);
  }

  @Test
  void theRuntimeTellsItsHandlersAndFeatures() {
    NodeStatus status = build(new NodeStatus(), OBSERVED);

    NodeRuntimeHandler handler = status.getRuntimeHandlers().getFirst();
    assertThat(handler.getName()).isEmpty();
    assertThat(handler.getFeatures().getRecursiveReadOnlyMounts()).isTrue();
    assertThat(handler.getFeatures().getUserNamespaces()).isFalse();
    assertThat(status.getFeatures().getSupplementalGroupsPolicy()).isTrue();
    assertThat(status.getDeclaredFeatures()).containsExactly("A");
    assertThat(status.getDaemonEndpoints().getKubeletEndpoint().getPort()).isEqualTo(10250);
  }

  @Test
  void aRuntimeThatReportsNothingHasUnknownVersionAndNoFeatures() {
    RuntimeTraits silent = new RuntimeTraits("containerd", "", List.of(), Optional.empty());

    assertThat(HandlerRules.features(silent)).isNull();
    assertThat(silent.label()).isEqualTo("containerd://Unknown");
  }

  @Test
  void whatOthersWriteStays() {
    NodeStatus existing = new NodeStatus();
    existing.setPhase("Running");
    existing.setVolumesAttached(List.of(new AttachedVolume("/dev/x", "vol")));
    existing.setVolumesInUse(List.of("b", "a"));

    NodeStatus status = build(existing, OBSERVED);

    assertThat(status.getPhase()).isEqualTo("Running");
    assertThat(status.getVolumesAttached()).isEqualTo(existing.getVolumesAttached());
    assertThat(status.getVolumesInUse()).containsExactly("b", "a");
  }

  @Test
  void volumesInUseAreToldInOrderOnceTheyAreKnown() {
    NodeStatus existing = new NodeStatus();
    existing.setVolumesInUse(List.of("old"));

    NodeStatus status = build(existing, withVolumes(List.of("b", "a", "b")));

    assertThat(status.getVolumesInUse()).containsExactly("a", "b");
    assertThat(build(existing, withVolumes(List.of())).getVolumesInUse()).isEmpty();
  }

  @Test
  void unknownAddressesAndThoseOfACloudControllerStay() {
    NodeStatus existing = new NodeStatus();
    existing.setAddresses(List.of(new NodeAddress("1.2.3.4", "ExternalIP")));
    AddressOutcome.Found ours =
        new AddressOutcome.Found(List.of(new NodeAddress("10.0.0.1", "InternalIP")), true);

    assertThat(build(existing, withAddresses(new AddressOutcome.Unknown("?"))).getAddresses())
        .isEqualTo(existing.getAddresses());
    assertThat(build(existing, withAddresses(ours)).getAddresses())
        .isEqualTo(existing.getAddresses());
    assertThat(build(new NodeStatus(), withAddresses(ours)).getAddresses())
        .isEqualTo(ours.addresses());
    assertThat(build(existing, withAddresses(Nodes.ADDRESSES)).getAddresses())
        .as("without a cloud controller")
        .isEqualTo(((AddressOutcome.Found) Nodes.ADDRESSES).addresses());
  }

  @ParameterizedTest
  @CsvSource({"50, 50", "-1, 60", "0, 0"})
  void theLargestImagesAreTold(int most, int told) {
    List<NodeImage> images =
        IntStream.range(0, 60)
            .mapToObj(i -> new NodeImage("id" + i, List.of(), List.of("image:" + i), i))
            .toList();

    List<ContainerImage> result = NodeImageRules.told(images, most);

    assertThat(result).hasSize(told);
    assertThat(result)
        .extracting(ContainerImage::getSizeBytes)
        .startsWith(told == 0 ? new Long[0] : new Long[] {59L, 58L});
  }

  @Test
  void anImageHasAtMostFiveNamesDigestsFirst() {
    NodeImage image = new NodeImage("id", List.of("d1", "d2"), List.of("t1", "t2", "t3", "t4"), 1);

    assertThat(NodeImageRules.told(List.of(image), -1).getFirst().getNames())
        .containsExactly("d1", "d2", "t1", "t2", "t3");
  }

  @Test
  void onlyKnownFeaturesThatWorkAreDeclaredInOrder() {
    Set<String> working =
        Set.of(
            "RestartAllContainersOnContainerExits",
            "ExtendWebSocketsToKubelet",
            "UserNamespacesHostNetworkSupport",
            "NodeSwap");

    assertThat(DeclaredFeatures.of(working, false))
        .containsExactly("ExtendWebSocketsToKubelet", "RestartAllContainersOnContainerExits");
    assertThat(DeclaredFeatures.of(working, true))
        .last()
        .isEqualTo("UserNamespacesHostNetworkSupport");
    assertThat(DeclaredFeatures.of(Set.of(), true)).isEmpty();
  }

  private static NodeStatus build(NodeStatus existing, NodeObservation observed) {
    return Nodes.statuses().build(existing, observed);
  }

  private static NodeObservation withVolumes(List<String> names) {
    return new NodeObservation(
        OBSERVED.now(),
        OBSERVED.addresses(),
        OBSERVED.machine(),
        OBSERVED.runtime(),
        OBSERVED.health(),
        OBSERVED.images(),
        Optional.of(names));
  }

  private static NodeObservation withAddresses(AddressOutcome addresses) {
    return new NodeObservation(
        OBSERVED.now(),
        addresses,
        OBSERVED.machine(),
        OBSERVED.runtime(),
        OBSERVED.health(),
        OBSERVED.images(),
        Optional.empty());
  }
}
