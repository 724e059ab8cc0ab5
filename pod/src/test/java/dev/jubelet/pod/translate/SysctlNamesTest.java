package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SysctlNamesTest {

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "kernel.shm_rmid_forced, kernel.shm_rmid_forced",
    "kernel/shm_rmid_forced, kernel.shm_rmid_forced",
    "net/ipv4/conf/eth0.100/forwarding, net.ipv4.conf.eth0/100.forwarding",
    "net.ipv4.conf.eth0/100.forwarding, net.ipv4.conf.eth0/100.forwarding",
    "plain, plain",
    "'', ''",
  })
  void theSeparatorThatComesFirstDecidesHowANameIsMeant(String name, String withDots) {
    assertThat(SysctlNames.withDots(name)).isEqualTo(withDots);
  }
}
