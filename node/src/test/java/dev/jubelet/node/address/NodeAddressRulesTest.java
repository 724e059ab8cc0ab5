package dev.jubelet.node.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.node.Nodes;
import io.fabric8.kubernetes.api.model.NodeAddress;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeAddressRulesTest {
  private final List<InetAddress> interfaces = new ArrayList<>();
  private final List<InetAddress> resolved = new ArrayList<>();
  private final Map<IpFamily, InetAddress> routes = new EnumMap<>(IpFamily.class);

  @Test
  void givenAddressesOfBothFamiliesComeInTheirOrderBeforeTheName() {
    has(interfaces, "10.0.0.1", "fd00::1");

    assertThat(choose("fd00::1,10.0.0.1"))
        .containsExactly("InternalIP fd00::1", "InternalIP 10.0.0.1", "Hostname node-1");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, loopback",
    "224.0.0.1, multicast",
    "169.254.1.1, link-local",
    "10.0.0.9, not an address of any interface"
  })
  void aGivenAddressThatOthersCannotReachIsAProblem(String flag, String word) {
    has(interfaces, "127.0.0.1", "224.0.0.1", "169.254.1.1");

    assertThat(rules(flag, false, Nodes.NAME).choose())
        .isInstanceOfSatisfying(
            AddressOutcome.Unknown.class,
            unknown -> assertThat(unknown.problem()).contains(flag).contains(word));
  }

  @Test
  void aNodeThatIsNamedByItsAddressHasThatAddress() {
    assertThat(addresses(rules("", false, "10.0.0.7").choose()))
        .containsExactly("InternalIP 10.0.0.7", "Hostname 10.0.0.7");
  }

  @Test
  void theNameResolvesToTheFirstValidAddressOfThePreferredFamily() {
    has(resolved, "127.0.1.1", "fd00::1", "10.0.0.1", "10.0.0.2");
    has(interfaces, "fd00::1", "10.0.0.1", "10.0.0.2");

    assertThat(choose("")).first().isEqualTo("InternalIP 10.0.0.1");
    assertThat(choose("::")).first().isEqualTo("InternalIP fd00::1");
  }

  @Test
  void theOtherFamilyIsBetterThanNone() {
    has(resolved, "fd00::1");
    has(interfaces, "fd00::1");

    assertThat(choose("")).first().isEqualTo("InternalIP fd00::1");
  }

  @Test
  void aNameThatDoesNotResolveLeavesTheDefaultRoute() {
    routes.put(IpFamily.IPV6, InetAddress.ofLiteral("fd00::1"));
    assertThat(choose("")).first().isEqualTo("InternalIP fd00::1");

    routes.put(IpFamily.IPV4, InetAddress.ofLiteral("10.0.0.1"));
    assertThat(choose("")).first().isEqualTo("InternalIP 10.0.0.1");
  }

  @Test
  void withoutAnyAddressTheOperatorIsToldWhatToDo() {
    assertThat(rules("", false, Nodes.NAME).choose())
        .isEqualTo(
            new AddressOutcome.Unknown("no address of node \"node-1\" found; set --node-ip"));
  }

  @Test
  void aCloudControllerFindsTheAddressesUnlessTheyAreGiven() {
    has(resolved, "10.0.0.1");
    has(interfaces, "10.0.0.1");

    AddressOutcome detected = rules("", true, Nodes.NAME).choose();
    AddressOutcome given = rules("10.0.0.1", true, Nodes.NAME).choose();

    assertThat(addresses(detected)).containsExactly("Hostname node-1");
    assertThat(addresses(given)).containsExactly("InternalIP 10.0.0.1", "Hostname node-1");
    assertThat(((AddressOutcome.Found) given).yielding()).isTrue();
  }

  private List<String> choose(String flag) {
    return addresses(rules(flag, false, Nodes.NAME).choose());
  }

  private static List<String> addresses(AddressOutcome outcome) {
    List<NodeAddress> found = ((AddressOutcome.Found) outcome).addresses();
    return found.stream().map(one -> one.getType() + " " + one.getAddress()).toList();
  }

  private static void has(List<InetAddress> list, String... addresses) {
    for (String address : addresses) {
      list.add(InetAddress.ofLiteral(address));
    }
  }

  private NodeAddressRules rules(String flag, boolean externalCloud, String name) {
    HostAddresses host =
        new HostAddresses() {
          @Override
          public List<InetAddress> ofInterfaces() {
            return interfaces;
          }

          @Override
          public List<InetAddress> ofName(String asked) {
            return resolved;
          }

          @Override
          public Optional<InetAddress> ofDefaultRoute(IpFamily family) {
            return Optional.ofNullable(routes.get(family));
          }
        };
    return new NodeAddressRules(name, NodeIps.parse(flag), externalCloud, host);
  }
}
