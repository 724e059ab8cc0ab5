package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.PortMapping;
import dev.jubelet.api.cri.Protocol;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortMappingsTest {

  @Test
  void aDeclaredPortIsMappedEvenWithoutAHostPort() {
    assertThat(PortMappings.of(podWith(port(80).build())))
        .containsExactly(PortMapping.newBuilder().setContainerPort(80).build());
  }

  @Test
  void allOfAPortIsTakenOver() {
    ContainerPort port =
        port(53).withProtocol("UDP").withHostPort(5353).withHostIP("192.0.2.1").build();

    assertThat(PortMappings.of(podWith(port)))
        .containsExactly(
            PortMapping.newBuilder()
                .setProtocol(Protocol.UDP)
                .setContainerPort(53)
                .setHostPort(5353)
                .setHostIp("192.0.2.1")
                .build());
  }

  @ParameterizedTest
  @CsvSource({"TCP, TCP", "UDP, UDP", "SCTP, SCTP", "Odd, TCP"})
  void protocolsAreTranslated(String name, Protocol expected) {
    assertThat(PortMappings.of(podWith(port(1).withProtocol(name).build())))
        .extracting(PortMapping::getProtocol)
        .containsExactly(expected);
  }

  @Test
  void aNameUsedTwiceInAContainerCountsOnce() {
    assertThat(
            PortMappings.of(
                podWith(port(80).withName("http").build(), port(81).withName("http").build())))
        .extracting(PortMapping::getContainerPort)
        .containsExactly(80);
  }

  @Test
  void unnamedPortsCountOnceWhenTheyAreEqualInEverything() {
    assertThat(
            PortMappings.of(
                podWith(
                    port(80).build(),
                    port(80).build(),
                    port(80).withHostPort(8080).build(),
                    port(80).withHostIP("::1").build(),
                    port(80).withProtocol("UDP").build())))
        .hasSize(4);
  }

  @Test
  void theSamePortInTwoContainersCountsTwiceAndInitContainersDoNotCount() {
    Pod pod =
        TestPods.pod()
            .editSpec()
            .withInitContainers(TestPods.container().withPorts(port(1).build()).build())
            .withContainers(
                TestPods.container().withPorts(port(80).build()).build(),
                TestPods.container().withPorts(port(80).build()).build())
            .endSpec()
            .build();

    assertThat(PortMappings.of(pod))
        .extracting(PortMapping::getContainerPort)
        .containsExactly(80, 80);
  }

  private static ContainerPortBuilder port(int containerPort) {
    return new ContainerPortBuilder().withContainerPort(containerPort);
  }

  private static Pod podWith(ContainerPort... ports) {
    return TestPods.podOf(TestPods.container().withPorts(ports).build());
  }
}
