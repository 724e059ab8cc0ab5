package dev.jubelet.pod.translate.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.translate.TestPods;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("12.2")
class HostnameRulesTest {

  @Test
  void aPodIsCalledByItsName() {
    assertThat(hostname(named("web"))).isEqualTo(new PodHostname("web", ""));
  }

  @Test
  void theHostnameOfTheSpecWinsOverTheName() {
    assertThat(hostname(with(spec -> spec.setHostname("db"))).host()).isEqualTo("db");
  }

  @Test
  void aNameThatIsTooLongIsCutAt63AndNeverEndsInASeparator() {
    assertThat(hostname(named("a".repeat(80))).host()).isEqualTo("a".repeat(63));
    assertThat(hostname(named("a".repeat(60) + "-.-bcd")).host()).isEqualTo("a".repeat(60));
    assertThat(hostname(named("a".repeat(63))).host()).hasSize(63);
  }

  @Test
  void aSubdomainMakesADomain() {
    assertThat(hostname(with(spec -> spec.setSubdomain("db"))))
        .isEqualTo(new PodHostname("web", "db.shop.svc.cluster.local"));
  }

  @Test
  void theOverrideWinsOverAllAndHasNoDomain() {
    Pod pod =
        with(
            spec -> {
              spec.setHostname("db");
              spec.setSubdomain("sub");
              spec.setHostnameOverride("my.own.name");
            });

    assertThat(hostname(pod)).isEqualTo(new PodHostname("my.own.name", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Upper", "under_score", "-dash", "dash-", "a.b"})
  void aHostnameThatIsNoLabelIsRefused(String hostname) {
    assertThatThrownBy(() -> hostname(with(spec -> spec.setHostname(hostname))))
        .isInstanceOf(UntranslatableException.class)
        .hasMessageStartingWith("pod Hostname \"" + hostname + "\" is not a valid DNS label: ");
  }

  @Test
  void aSubdomainOrOverrideThatIsNoNameIsRefused() {
    assertThatThrownBy(() -> hostname(with(spec -> spec.setSubdomain("a.b"))))
        .hasMessageStartingWith("pod Subdomain \"a.b\" is not a valid DNS label: ");
    assertThatThrownBy(() -> hostname(with(spec -> spec.setHostnameOverride("a..b"))))
        .hasMessageStartingWith("pod HostnameOverride \"a..b\" is not a valid DNS subdomain: ");
  }

  @Test
  void theKernelIsToldTheFullNameOnlyWhenAsked() {
    Pod plain = with(spec -> spec.setSubdomain("db"));
    Pod asked =
        with(
            spec -> {
              spec.setSubdomain("db");
              spec.setSetHostnameAsFQDN(true);
            });
    Pod withoutDomain = with(spec -> spec.setSetHostnameAsFQDN(true));

    assertThat(HostnameRules.kernelName(plain, hostname(plain))).isEqualTo("web");
    assertThat(HostnameRules.kernelName(asked, hostname(asked)))
        .isEqualTo("web.db.shop.svc.cluster.local");
    assertThat(HostnameRules.kernelName(withoutDomain, hostname(withoutDomain))).isEqualTo("web");
  }

  @Test
  void aFullNameThatTheKernelCannotHoldIsRefused() {
    Pod pod = with(spec -> spec.setSetHostnameAsFQDN(true));
    PodHostname fits = new PodHostname("w".repeat(20), "d".repeat(43));
    PodHostname tooLong = new PodHostname("w".repeat(20), "d".repeat(44));

    assertThat(HostnameRules.kernelName(pod, fits)).hasSize(64);
    assertThatThrownBy(() -> HostnameRules.kernelName(pod, tooLong))
        .hasMessage(
            "failed to construct FQDN from pod hostname and cluster domain, FQDN "
                + tooLong.qualified()
                + " is too long (64 characters is the max, 65 characters requested)");
  }

  private static PodHostname hostname(Pod pod) {
    return HostnameRules.of(pod, "cluster.local");
  }

  private static Pod named(String name) {
    return TestPods.pod().editMetadata().withName(name).endMetadata().build();
  }

  private static Pod with(Consumer<PodSpec> change) {
    Pod pod = TestPods.pod().build();
    change.accept(pod.getSpec());
    return pod;
  }
}
