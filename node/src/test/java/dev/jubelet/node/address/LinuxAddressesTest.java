package dev.jubelet.node.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxAddressesTest {
  private static final String HEAD =
      "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT";
  private static final String ZERO = "0".repeat(32);
  @TempDir Path tables;

  @Test
  void theIpv4DefaultRouteIsTheOneToEverywhereThatIsUp() {
    assertThat(
            DefaultRoutes.card(
                IpFamily.IPV4,
                List.of(
                    HEAD,
                    "half\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0",
                    "dead\t00000000\t0100000A\t0202\t0\t0\t0\t00000000\t0\t0\t0",
                    "lan0\t0000000A\t00000000\t0001\t0\t0\t0\t000000FF\t0\t0\t0",
                    "wan0\t00000000\t0100000A\t0003\t0\t0\t0\t00000000\t0\t0\t0")))
        .contains("wan0");
  }

  @Test
  void theIpv6DefaultRouteIsNotTheOneThatRefuses() {
    assertThat(
            DefaultRoutes.card(
                IpFamily.IPV6,
                List.of(
                    route6(ZERO, "00", "00200200", "lo"),
                    route6("fe80" + "0".repeat(28), "40", "00000001", "lan0"),
                    route6(ZERO, "00", "00000003", "wan0"),
                    "")))
        .contains("wan0");
  }

  @Test
  void aHostWithoutRoutesHasNoDefault() throws IOException {
    LinuxAddresses addresses = new LinuxAddresses(tables);
    assertThat(addresses.ofDefaultRoute(IpFamily.IPV4)).isEmpty();

    Files.writeString(tables.resolve("route"), HEAD + "\n");
    assertThat(addresses.ofDefaultRoute(IpFamily.IPV4)).isEmpty();
  }

  @Test
  void theLoopbackInterfaceIsListedButIsNoDefault() throws IOException {
    Files.writeString(
        tables.resolve("route"), "lo\t00000000\t0100000A\t0003\t0\t0\t0\t00000000\t0\t0\t0\n");
    LinuxAddresses addresses = new LinuxAddresses(tables);

    assertThat(addresses.ofInterfaces()).contains(InetAddress.ofLiteral("127.0.0.1"));
    assertThat(addresses.ofDefaultRoute(IpFamily.IPV4)).isEmpty();
  }

  @Test
  void namesResolveOrNot() {
    LinuxAddresses addresses = new LinuxAddresses(tables);

    assertThat(addresses.ofName("127.0.0.1")).containsExactly(InetAddress.ofLiteral("127.0.0.1"));
    assertThat(addresses.ofName("no such name")).isEmpty();
  }

  private static String route6(String to, String prefix, String flags, String card) {
    return String.join(
        " ", to, prefix, ZERO, "00", ZERO, "00000400", "00000001", "00000000", flags, card);
  }
}
