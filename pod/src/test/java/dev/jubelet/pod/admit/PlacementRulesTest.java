package dev.jubelet.pod.admit;

import static dev.jubelet.pod.admit.AdmissionFixture.check;
import static dev.jubelet.pod.admit.AdmissionFixture.plain;
import static dev.jubelet.pod.admit.AdmissionFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodFluent;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("5.3")
class PlacementRulesTest {

  private static Pod with(UnaryOperator<PodFluent<PodBuilder>.SpecNested<PodBuilder>> change) {
    return change.apply(new PodBuilder(plain()).editSpec()).endSpec().build();
  }

  private static Pod requiring(String key, String operator, List<String> values) {
    return with(
        s ->
            s.withNewAffinity()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .addNewMatchExpression()
                .withKey(key)
                .withOperator(operator)
                .withValues(values)
                .endMatchExpression()
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity());
  }

  private static Pod onHostPort(String protocol, String address, int port) {
    return with(
        s ->
            s.editFirstContainer()
                .addNewPort()
                .withContainerPort(80)
                .withHostPort(port)
                .withHostIP(address)
                .withProtocol(protocol)
                .endPort()
                .endContainer());
  }

  @Test
  void anotherNodesPodIsRefused() {
    assertThat(check(with(s -> s.withNodeName("node-a")))).isEqualTo(Admission.ADMITTED);
    assertThat(check(with(s -> s.withNodeName("node-b"))))
        .isEqualTo(
            rejected(
                "NodeName",
                "Predicate NodeName failed: node(s) didn't match the requested node name"));
  }

  @Test
  void theNodeSelectorMustMatch() {
    assertThat(check(with(s -> s.withNodeSelector(Map.of("zone", "north")))))
        .isEqualTo(Admission.ADMITTED);
    assertThat(check(with(s -> s.withNodeSelector(Map.of("zone", "south")))))
        .isEqualTo(
            rejected(
                "NodeAffinity",
                "Predicate NodeAffinity failed: node(s) didn't match Pod's node"
                    + " affinity/selector"));
  }

  @ParameterizedTest
  @CsvSource({
    "zone, In, north, true",
    "zone, In, south, false",
    "zone, NotIn, south, true",
    "zone, NotIn, north, false",
    "none, NotIn, north, true",
    "zone, Exists, '', true",
    "none, Exists, '', false",
    "none, DoesNotExist, '', true",
    "size, Gt, 9, true",
    "size, Gt, 12, false",
    "size, Lt, 100, true",
    "zone, Gt, 1, false",
    "zone, Like, north, false"
  })
  void requiredAffinityFollowsItsOperators(
      String key, String operator, String value, boolean admitted) {
    List<String> values = value.isEmpty() ? List.of() : List.of(value);
    assertThat(check(requiring(key, operator, values)) instanceof Admission.Admitted)
        .isEqualTo(admitted);
  }

  @Test
  void aTermByTheNodesNameIsUnderstoodAndAnEmptyTermMatchesNothing() {
    Pod byName =
        with(
            s ->
                s.withNewAffinity()
                    .withNewNodeAffinity()
                    .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                    .addNewNodeSelectorTerm()
                    .addNewMatchField()
                    .withKey("metadata.name")
                    .withOperator("In")
                    .withValues("node-a")
                    .endMatchField()
                    .endNodeSelectorTerm()
                    .endRequiredDuringSchedulingIgnoredDuringExecution()
                    .endNodeAffinity()
                    .endAffinity());
    Pod empty =
        with(
            s ->
                s.withNewAffinity()
                    .withNewNodeAffinity()
                    .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                    .addNewNodeSelectorTerm()
                    .endNodeSelectorTerm()
                    .endRequiredDuringSchedulingIgnoredDuringExecution()
                    .endNodeAffinity()
                    .endAffinity());
    assertThat(check(byName)).isEqualTo(Admission.ADMITTED);
    assertThat(check(empty)).isInstanceOf(Admission.Rejected.class);
  }

  @ParameterizedTest
  @CsvSource({
    "TCP, '', 8080, false",
    "TCP, 10.0.0.1, 8080, false",
    "UDP, '', 8080, true",
    "TCP, '', 8081, true"
  })
  void aTakenHostPortIsRefused(String protocol, String address, int port, boolean admitted) {
    Pod other = onHostPort("TCP", "", 8080);
    Admission admission = check(onHostPort(protocol, address, port), other);
    assertThat(admission)
        .isEqualTo(
            admitted
                ? Admission.ADMITTED
                : rejected(
                    "NodePorts",
                    "Predicate NodePorts failed: node(s) didn't have free ports for the requested"
                        + " pod ports"));
  }

  @Test
  void twoAddressesMayShareAPortAndTheHostsNetworkTakesContainerPorts() {
    assertThat(check(onHostPort("TCP", "10.0.0.1", 80), onHostPort("TCP", "10.0.0.2", 80)))
        .isEqualTo(Admission.ADMITTED);
    Pod onHost =
        with(
            s ->
                s.withHostNetwork(true)
                    .editFirstContainer()
                    .addNewPort()
                    .withContainerPort(80)
                    .endPort()
                    .endContainer());
    assertThat(check(onHost, onHost)).isInstanceOf(Admission.Rejected.class);
  }

  @Test
  void anotherOperatingSystemsPodIsRefused() {
    Pod labelled =
        new PodBuilder(plain())
            .editMetadata()
            .addToLabels("kubernetes.io/os", "windows")
            .endMetadata()
            .build();
    assertThat(check(labelled))
        .isEqualTo(
            rejected(
                "PodOSSelectorNodeLabelDoesNotMatch",
                "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"));
    assertThat(check(with(s -> s.withNewOs("windows"))))
        .isEqualTo(
            rejected(
                "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
    assertThat(check(with(s -> s.withNewOs("linux")))).isEqualTo(Admission.ADMITTED);
  }
}
