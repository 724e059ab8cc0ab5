package dev.jubelet.pod.translate.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.translate.env.ClusterService.Port;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ServiceVariablesTest {
  private static final ClusterService API =
      new ClusterService(
          "default", "kubernetes", "10.96.0.1", List.of(new Port("https", "TCP", 443)));
  private static final ClusterService DNS =
      new ClusterService(
          "shop",
          "my-dns",
          "fd00::a",
          List.of(new Port("", "UDP", 53), new Port("dns-tcp", "TCP", 53)));
  private static final ServiceSource SOURCE = of(API, DNS);
  private static final ServiceSource UNREAD = namespace -> Optional.empty();

  private static ServiceSource of(ClusterService... services) {
    return namespace ->
        Optional.of(
            List.of(services).stream().filter(s -> s.namespace().equals(namespace)).toList());
  }

  private static Pod pod(String namespace, @Nullable Boolean links) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .endMetadata()
        .withNewSpec()
        .withEnableServiceLinks(links)
        .endSpec()
        .build();
  }

  @Test
  void aServiceIsToldByItsAddressAndAllItsPorts() {
    assertThat(ServiceVariables.of(pod("shop", true), of(DNS)))
        .containsExactly(
            Map.entry("MY_DNS_SERVICE_HOST", "fd00::a"),
            Map.entry("MY_DNS_SERVICE_PORT", "53"),
            Map.entry("MY_DNS_SERVICE_PORT_DNS_TCP", "53"),
            Map.entry("MY_DNS_PORT", "udp://[fd00::a]:53"),
            Map.entry("MY_DNS_PORT_53_UDP", "udp://[fd00::a]:53"),
            Map.entry("MY_DNS_PORT_53_UDP_PROTO", "udp"),
            Map.entry("MY_DNS_PORT_53_UDP_PORT", "53"),
            Map.entry("MY_DNS_PORT_53_UDP_ADDR", "fd00::a"),
            Map.entry("MY_DNS_PORT_53_TCP", "tcp://[fd00::a]:53"),
            Map.entry("MY_DNS_PORT_53_TCP_PROTO", "tcp"),
            Map.entry("MY_DNS_PORT_53_TCP_PORT", "53"),
            Map.entry("MY_DNS_PORT_53_TCP_ADDR", "fd00::a"));
  }

  @Test
  void aPodThatWantsNoLinksIsToldOfTheApiServerOnly() {
    assertThat(ServiceVariables.of(pod("shop", false), SOURCE).keySet())
        .hasSize(8)
        .allMatch(name -> name.startsWith("KUBERNETES_"));
    assertThat(ServiceVariables.of(pod("shop", true), SOURCE)).hasSize(8 + 12);
    assertThat(ServiceVariables.of(pod("shop", null), SOURCE)).hasSize(8 + 12);
  }

  @Test
  void otherServicesOfTheNamespaceDefaultAreForItsOwnPodsOnly() {
    ClusterService other = new ClusterService("default", "db", "10.96.0.9", List.of());

    assertThat(ServiceVariables.of(pod("shop", true), of(API, other)))
        .doesNotContainKey("DB_SERVICE_HOST");
    assertThat(ServiceVariables.of(pod("default", true), of(API, other)))
        .containsEntry("DB_SERVICE_HOST", "10.96.0.9")
        .doesNotContainKey("DB_SERVICE_PORT")
        .containsEntry("KUBERNETES_SERVICE_HOST", "10.96.0.1");
  }

  @Test
  void aServiceOfThePodsNamespaceOutranksTheApiServer() {
    ClusterService own = new ClusterService("shop", "kubernetes", "10.96.0.7", List.of());

    assertThat(ServiceVariables.of(pod("shop", true), of(API, own)))
        .containsEntry("KUBERNETES_SERVICE_HOST", "10.96.0.7");
    assertThat(ServiceVariables.of(pod("shop", false), of(API, own)))
        .containsEntry("KUBERNETES_SERVICE_HOST", "10.96.0.1");
  }

  @Test
  void aServiceWithoutAnAddressIsNotTold() {
    assertThat(
            ServiceVariables.of(
                pod("shop", true),
                of(
                    new ClusterService("shop", "a", "None", List.of(new Port("", "TCP", 1))),
                    new ClusterService("shop", "b", "", List.of()))))
        .isEmpty();
  }

  @Test
  void aPodWaitsForServicesUnlessItIsStatic() {
    Pod pod = pod("shop", true);
    assertThatThrownBy(() -> ServiceVariables.of(pod, UNREAD))
        .hasMessage("services have not yet been read at least once, cannot construct envvars");

    Pod still =
        pod.edit()
            .editMetadata()
            .addToAnnotations(Annotations.SOURCE, "file")
            .endMetadata()
            .build();
    assertThat(ServiceVariables.of(still, new NotInSight())).isEmpty();
  }

  /** To ask it is to wait. */
  private static final class NotInSight implements ServiceSource {
    @Override
    public Optional<List<ClusterService>> in(String namespace) {
      throw new AssertionError("a static pod waits for services");
    }

    @Override
    public Optional<List<ClusterService>> atHand(String namespace) {
      return Optional.empty();
    }
  }

  @Test
  void thePodsOwnVariablesOutrankThoseOfServicesAndMayUseThem() {
    Container container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("URL")
            .withValue("https://$(KUBERNETES_SERVICE_HOST)/")
            .endEnv()
            .addNewEnv()
            .withName("KUBERNETES_SERVICE_HOST")
            .withValue("mine")
            .endEnv()
            .build();

    Environment environment =
        EnvironmentBuilder.build(
            new EnvironmentRequest(
                pod("shop", false),
                container,
                List.of(),
                new NodeFieldValues(List.of(), Map.of()),
                ObjectValues.NONE,
                SOURCE,
                new EnvFiles(true, Map.of())));

    assertThat(environment.expand("$(URL) $(KUBERNETES_SERVICE_HOST) $(KUBERNETES_SERVICE_PORT)"))
        .isEqualTo("https://10.96.0.1/ mine 443");
  }
}
