package dev.jubelet.pod.admit;

import static dev.jubelet.pod.admit.AdmissionFixture.check;
import static dev.jubelet.pod.admit.AdmissionFixture.plain;
import static dev.jubelet.pod.admit.AdmissionFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("5.4")
class SysctlRuleTest {

  private static Pod setting(String sysctl) {
    return new PodBuilder(plain())
        .editSpec()
        .withNewSecurityContext()
        .addNewSysctl(sysctl, "1")
        .endSecurityContext()
        .endSpec()
        .build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel.shm_rmid_forced",
        "net.ipv4.tcp_syncookies",
        "net/ipv4/tcp_syncookies",
        "net.ipv4.tcp_wmem",
        "net.core.somaxconn",
        "kernel.msgmax"
      })
  void safeAndAllowedOnesPass(String sysctl) {
    assertThat(check(setting(sysctl))).isEqualTo(Admission.ADMITTED);
  }

  @ParameterizedTest
  @CsvSource({
    "vm.swappiness, vm.swappiness",
    "kernel.msgmni, kernel.msgmni",
    "net/ipv4/conf/eth0.1/forwarding, net.ipv4.conf.eth0/1.forwarding"
  })
  void othersAreForbidden(String sysctl, String named) {
    assertThat(check(setting(sysctl)))
        .isEqualTo(
            rejected("SysctlForbidden", "forbidden sysctl: \"" + named + "\" not allowlisted"));
  }

  @Test
  void theHostsOwnNamespacesAreNotTouched() {
    Pod net =
        new PodBuilder(setting("net.core.somaxconn"))
            .editSpec()
            .withHostNetwork(true)
            .endSpec()
            .build();
    Pod ipc =
        new PodBuilder(setting("kernel.shm_rmid_forced"))
            .editSpec()
            .withHostIPC(true)
            .endSpec()
            .build();
    assertThat(check(net))
        .isEqualTo(
            rejected(
                "SysctlForbidden",
                "forbidden sysctl: \"net.core.somaxconn\" not allowed with host net enabled"));
    assertThat(check(ipc))
        .isEqualTo(
            rejected(
                "SysctlForbidden",
                "forbidden sysctl: \"kernel.shm_rmid_forced\" not allowed with host ipc enabled"));
  }

  @Test
  void anOldKernelHasFewerSafeOnes() {
    NodeView now = AdmissionFixture.NODE;
    NodeView old =
        new NodeView(
            now.nodeName(),
            now.os(),
            now.labels(),
            now.taints(),
            now.allocatable(),
            KernelVersion.parse("4.4.0-generic"),
            now.abilities());
    SysctlRule rule = new SysctlRule(List.of());
    assertThat(
            rule.check(
                new Candidate(setting("net.ipv4.tcp_fin_timeout"), ActivePods.of(List.of()), old)))
        .isInstanceOf(Admission.Rejected.class);
    assertThat(
            rule.check(
                new Candidate(setting("net.ipv4.tcp_fin_timeout"), ActivePods.of(List.of()), now)))
        .isEqualTo(Admission.ADMITTED);
  }

  @Test
  void onlyNamespacedOnesMayBeAllowed() {
    assertThatThrownBy(() -> new SysctlRule(List.of("vm.*")))
        .hasMessageContaining("the sysctls \"vm.*\" are not known to be namespaced");
  }
}
