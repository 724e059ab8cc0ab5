package dev.jubelet.node.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeIpsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|''|IPV4",
        "0.0.0.0|''|IPV4",
        "::|''|IPV6",
        "10.0.0.1|10.0.0.1|IPV4",
        "FD00:0:0:0:0:0:0:1|fd00::1|IPV6",
        "10.0.0.1, fd00::1|10.0.0.1,fd00::1|IPV4",
        "fd00::1,10.0.0.1|fd00::1,10.0.0.1|IPV6"
      })
  void theFlagIsUnderstood(String flag, String text, IpFamily preferred) {
    NodeIps ips = NodeIps.parse(flag);

    assertThat(ips.text()).isEqualTo(text);
    assertThat(ips.preferred()).isEqualTo(preferred);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "here",
        "10.0.0.1,",
        "10.0.0.1,10.0.0.2",
        "0.0.0.0,::",
        "10.0.0.1,::",
        "10.0.0.1,fd00::1,fd00::2"
      })
  void otherFlagsAreRefusedWithTheRule(String flag) {
    assertThatThrownBy(() -> NodeIps.parse(flag))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--node-ip \"" + flag + "\" must be an address");
  }

  @ParameterizedTest
  @CsvSource({
    "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
    "0:0:0:0:0:0:0:0, ::",
    "0:0:0:0:0:0:0:1, ::1",
    "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "1:0:2:3:4:5:6:7, 1:0:2:3:4:5:6:7",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3",
    "fe80:1:0:0:0:0:0:0, fe80:1::"
  })
  void anIpv6AddressHasOneSpelling(String given, String canonical) {
    assertThat(NodeIps.text(InetAddress.ofLiteral(given))).isEqualTo(canonical);
  }
}
