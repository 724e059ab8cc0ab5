package dev.jubelet.pod.translate.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.translate.TestPods;
import dev.jubelet.pod.translate.spec.TranslationWarning;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodDNSConfig;
import io.fabric8.kubernetes.api.model.PodDNSConfigBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("11.1")
class DnsRulesTest {
  private static final ResolvConf NODE =
      new ResolvConf(List.of("192.0.2.1"), List.of("corp.example"), List.of("timeout:1"));
  private static final ResolvConf CLUSTER =
      new ResolvConf(
          List.of("10.96.0.10"),
          List.of("shop.svc.cluster.local", "svc.cluster.local", "cluster.local", "corp.example"),
          List.of("ndots:5"));

  private final DnsRules rules =
      new DnsRules(new DnsSettings(List.of("10.96.0.10"), "cluster.local", List.of("10.0.0.1")));

  @ParameterizedTest(name = "{0}, node''s network {1}: {2}")
  @CsvSource({
    ", false, cluster",
    "ClusterFirst, false, cluster",
    "ClusterFirst, true, node",
    "ClusterFirstWithHostNet, true, cluster",
    "ClusterFirstWithHostNet, false, cluster",
    "Default, false, node",
    "Default, true, node",
    "None, false, none",
    "Nonsense, false, cluster",
  })
  void thePolicySaysWhereTheConfigurationComesFrom(
      @Nullable String policy, boolean hostNetwork, String origin) {
    ResolvConf expected =
        switch (origin) {
          case "cluster" -> CLUSTER;
          case "node" -> NODE;
          default -> ResolvConf.EMPTY;
        };

    DnsOutcome outcome = rules.forPod(pod(policy, hostNetwork, null), Optional.of(NODE));

    assertThat(outcome).isEqualTo(new DnsOutcome(expected, List.of()));
  }

  @Test
  void searchDomainsThatTheNodeSharesWithTheClusterCountOnce() {
    ResolvConf node = new ResolvConf(List.of(), List.of("cluster.local", "x"), List.of());

    assertThat(rules.forPod(pod(null, false, null), Optional.of(node)).config().searches())
        .containsExactly("shop.svc.cluster.local", "svc.cluster.local", "cluster.local", "x");
  }

  @Test
  void withoutAClusterDomainOnlyTheNodesSearchesRemain() {
    DnsRules noDomain = new DnsRules(new DnsSettings(List.of("10.96.0.10"), "", List.of()));

    assertThat(noDomain.forPod(pod(null, false, null), Optional.of(NODE)).config().searches())
        .containsExactly("corp.example");
  }

  @Test
  void withoutClusterServersThePodGetsTheNodesAndTwoWarningsAreGiven() {
    DnsRules noServers = new DnsRules(new DnsSettings(List.of(), "cluster.local", List.of()));
    String message =
        "kubelet does not have ClusterDNS IP configured and cannot create Pod using"
            + " \"ClusterFirst\" policy. Falling back to \"Default\" policy.";

    DnsOutcome outcome = noServers.forPod(pod("ClusterFirst", false, null), Optional.of(NODE));

    assertThat(outcome.config()).isEqualTo(NODE);
    assertThat(outcome.warnings())
        .containsExactly(
            TranslationWarning.ofNode("MissingClusterDNS", message),
            TranslationWarning.ofPod(
                "MissingClusterDNS", "pod: \"web_shop(" + TestPods.UID + ")\". " + message));
  }

  @ParameterizedTest(name = "node addresses {0}: servers {1}")
  @CsvSource(
      delimiter = '|',
      value = {"'' | 127.0.0.1", "10.0.0.1 | 127.0.0.1", "10.0.0.1 fd00::1 | 127.0.0.1 ::1"})
  void aNodeWithoutAResolverFileSendsPodsToTheirLoopback(String nodeIps, String servers) {
    List<String> ips = nodeIps.isEmpty() ? List.of() : List.of(nodeIps.split(" "));
    DnsRules noFile = new DnsRules(new DnsSettings(List.of(), "", ips));

    assertThat(noFile.forPod(pod("Default", false, null), Optional.empty()).config())
        .isEqualTo(new ResolvConf(List.of(servers.split(" ")), List.of("."), List.of()));
  }

  @Test
  void thePodsOwnConfigurationIsAddedAndItsOptionsWin() {
    PodDNSConfig own =
        new PodDNSConfigBuilder()
            .withNameservers("10.96.0.10", "198.51.100.1")
            .withSearches("corp.example", "own.example")
            .addNewOption("ndots", "2")
            .addNewOption()
            .withName("edns0")
            .endOption()
            .build();

    ResolvConf config = rules.forPod(pod(null, false, own), Optional.of(NODE)).config();

    assertThat(config.servers()).containsExactly("10.96.0.10", "198.51.100.1");
    assertThat(config.searches())
        .containsExactly(
            "shop.svc.cluster.local",
            "svc.cluster.local",
            "cluster.local",
            "corp.example",
            "own.example");
    assertThat(config.options()).containsExactly("ndots:2", "edns0");
  }

  @Test
  @Rule("11.2")
  void moreThanThreeServersAreCutWithAWarning() {
    PodDNSConfig own = new PodDNSConfigBuilder().withNameservers("1", "2", "3", "4").build();

    DnsOutcome outcome = rules.forPod(pod("None", false, own), Optional.of(NODE));

    assertThat(outcome.config().servers()).containsExactly("1", "2", "3");
    assertThat(outcome.warnings())
        .containsExactly(
            TranslationWarning.ofPod(
                "DNSConfigForming",
                "Nameserver limits were exceeded, some nameservers have been omitted, the applied"
                    + " nameserver line is: 1 2 3"));
  }

  @Test
  @Rule("11.2")
  void moreThan32SearchDomainsAreCutWithAWarning() {
    List<String> many = IntStream.range(0, 33).mapToObj(i -> "d" + i).toList();

    DnsOutcome outcome = searching(many);

    assertThat(outcome.config().searches()).isEqualTo(many.subList(0, 32));
    assertThat(outcome.warnings())
        .containsExactly(
            TranslationWarning.ofPod(
                "DNSConfigForming",
                "Search Line limits were exceeded, some search paths have been omitted, the"
                    + " applied search line is: "
                    + String.join(" ", many.subList(0, 32))));
  }

  @Test
  void aSearchDomainThatIsTooLongIsLeftOut() {
    DnsOutcome outcome = searching(List.of("a".repeat(254), "b".repeat(253)));

    assertThat(outcome.config().searches()).containsExactly("b".repeat(253));
    assertThat(outcome.warnings()).hasSize(1);
  }

  @Test
  void theSearchLineIsCutFromItsEndUntilItIsShortEnough() {
    List<String> long200 =
        IntStream.range(0, 12).mapToObj(i -> (char) ('a' + i) + "x".repeat(199)).toList();

    DnsOutcome outcome = searching(long200);

    assertThat(outcome.config().searches()).isEqualTo(long200.subList(0, 10));
    assertThat(outcome.warnings()).hasSize(1);
  }

  @Test
  void aSearchLineOfExactlyTheLimitIsKept() {
    List<String> searches = IntStream.range(0, 8).mapToObj(i -> i + "a".repeat(252)).toList();
    List<String> full = Stream.concat(searches.stream(), Stream.of("b".repeat(16))).toList();

    assertThat(String.join(" ", full)).hasSize(2048);
    assertThat(searching(full))
        .isEqualTo(new DnsOutcome(new ResolvConf(List.of(), full, List.of()), List.of()));
  }

  private DnsOutcome searching(List<String> searches) {
    PodDNSConfig own = new PodDNSConfigBuilder().withSearches(searches).build();
    return rules.forPod(pod("None", false, own), Optional.of(NODE));
  }

  private static Pod pod(@Nullable String policy, boolean hostNetwork, @Nullable PodDNSConfig own) {
    Pod pod = TestPods.pod().build();
    pod.getSpec().setDnsPolicy(policy);
    pod.getSpec().setHostNetwork(hostNetwork);
    pod.getSpec().setDnsConfig(own);
    return pod;
  }
}
