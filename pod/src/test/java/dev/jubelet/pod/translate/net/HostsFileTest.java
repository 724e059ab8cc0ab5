package dev.jubelet.pod.translate.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.HostAlias;
import io.fabric8.kubernetes.api.model.HostAliasBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rule("12.1")
class HostsFileTest {
  private static final String HEAD =
      "# Kubernetes-managed hosts file.\n"
          + "127.0.0.1\tlocalhost\n"
          + "::1\tlocalhost ip6-localhost ip6-loopback\n"
          + "fe00::0\tip6-localnet\n"
          + "fe00::0\tip6-mcastprefix\n"
          + "fe00::1\tip6-allnodes\n"
          + "fe00::2\tip6-allrouters\n";
  private static final List<HostAlias> ALIASES =
      List.of(
          new HostAliasBuilder().withIp("192.0.2.5").withHostnames("one", "two").build(),
          new HostAliasBuilder().withIp("192.0.2.6").withHostnames("three").build());
  private static final String ALIAS_LINES =
      "\n# Entries added by HostAliases.\n192.0.2.5\tone\ttwo\n192.0.2.6\tthree\n";

  @Test
  void everyAddressOfThePodHasALine() {
    assertThat(
            HostsFile.ownNetwork(List.of("10.1.0.7", "fd01::7"), new PodHostname("web", ""), null))
        .isEqualTo(HEAD + "10.1.0.7\tweb\nfd01::7\tweb\n");
  }

  @Test
  void theFullNameComesBeforeTheShortOne() {
    assertThat(
            HostsFile.ownNetwork(
                List.of("10.1.0.7"), new PodHostname("web", "db.shop.svc.x"), List.of()))
        .isEqualTo(HEAD + "10.1.0.7\tweb.db.shop.svc.x\tweb\n");
  }

  @Test
  void aliasesComeLast() {
    assertThat(HostsFile.ownNetwork(List.of(), new PodHostname("web", ""), ALIASES))
        .isEqualTo(HEAD + ALIAS_LINES);
  }

  @Test
  void onTheNodesNetworkTheNodesFileIsTaken() {
    assertThat(HostsFile.hostNetwork("127.0.0.1 localhost\n", ALIASES))
        .isEqualTo(
            "# Kubernetes-managed hosts file (host network).\n127.0.0.1 localhost\n" + ALIAS_LINES);
  }
}
