package dev.jubelet.pod.translate.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.cri.LinuxContainerSecurityContext;
import dev.jubelet.api.cri.SecurityProfile;
import dev.jubelet.api.cri.SecurityProfile.ProfileType;
import dev.jubelet.pod.translate.TestPods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.AppArmorProfile;
import io.fabric8.kubernetes.api.model.AppArmorProfileBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SeccompProfile;
import io.fabric8.kubernetes.api.model.SeccompProfileBuilder;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Seccomp and AppArmor: which profile holds and how it is said. */
@Rule("10.3")
class ProfileRulesTest {
  private static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/app";

  @ParameterizedTest(name = "container {0}, pod {1}, default on {2}: {3}")
  @CsvSource({
    ", , false, Unconfined",
    ", , true, RuntimeDefault",
    "RuntimeDefault, , false, RuntimeDefault",
    "Unconfined, , true, Unconfined",
    ", RuntimeDefault, false, RuntimeDefault",
    "Unconfined, RuntimeDefault, true, Unconfined",
  })
  void theContainersSeccompProfileWinsThenThePodsThenTheNodes(
      @Nullable String own, @Nullable String ofPod, boolean nodeDefault, ProfileType expected) {
    assertThat(seccomp(seccompProfile(own, null), seccompProfile(ofPod, null), nodeDefault))
        .isEqualTo(SecurityProfile.newBuilder().setProfileType(expected).build());
  }

  @Test
  void aLocalSeccompProfileIsAFileBelowTheNodesDirectory() {
    SecurityProfile profile = seccomp(seccompProfile("Localhost", "team/a.json"), null, false);

    assertThat(profile.getProfileType()).isEqualTo(ProfileType.Localhost);
    assertThat(profile.getLocalhostRef()).isEqualTo("/var/lib/kubelet/seccomp/team/a.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../secret", "a/../../secret"})
  void aLocalSeccompProfileCannotLeaveTheDirectory(String file) {
    assertThatThrownBy(() -> seccomp(seccompProfile("Localhost", file), null, false))
        .hasMessageContaining(file);
  }

  @Test
  void anAbsoluteSeccompProfileIsTakenBelowTheDirectory() {
    assertThat(seccomp(seccompProfile("Localhost", "/etc/passwd"), null, false).getLocalhostRef())
        .isEqualTo("/var/lib/kubelet/seccomp/etc/passwd");
  }

  @Test
  void aLocalSeccompProfileNeedsAName() {
    assertThatThrownBy(() -> seccomp(seccompProfile("Localhost", null), null, false))
        .hasMessage("localhostProfile must be set if seccompProfile type is Localhost.");
  }

  @Test
  void aSeccompTypeThatIsNotKnownIsRefusedRatherThanUnconfined() {
    assertThatThrownBy(() -> seccomp(seccompProfile("Runtimedefault", null), null, false))
        .hasMessage("unknown seccomp profile type: \"Runtimedefault\"");
  }

  @ParameterizedTest(name = "{0} {1}: {2} and {3}")
  @CsvSource({
    "RuntimeDefault, , RuntimeDefault, runtime/default",
    "Unconfined, , Unconfined, unconfined",
    "Localhost, mine, Localhost, localhost/mine",
  })
  @SuppressWarnings("deprecation") // the old form is what is tested
  void anAppArmorProfileIsSaidInBothForms(
      String type, @Nullable String name, ProfileType expected, String oldForm) {
    var context = appArmor(appArmorProfile(type, name), null, null);

    assertThat(context.getApparmor().getProfileType()).isEqualTo(expected);
    assertThat(context.getApparmor().getLocalhostRef()).isEqualTo(name == null ? "" : name);
    assertThat(context.getApparmorProfile()).isEqualTo(oldForm);
  }

  @ParameterizedTest(name = "own {0}, annotation {1}, pod {2}: {3}")
  @CsvSource({
    "mine, localhost/noted, pods, mine",
    ", localhost/noted, pods, noted",
    ", , pods, pods",
    ", something-else, pods, pods",
  })
  void theContainersAppArmorProfileWinsThenTheAnnotationsThenThePods(
      @Nullable String own, @Nullable String annotation, @Nullable String ofPod, String expected) {
    var context =
        appArmor(
            own == null ? null : appArmorProfile("Localhost", own),
            annotation,
            ofPod == null ? null : appArmorProfile("Localhost", ofPod));

    assertThat(context.getApparmor().getLocalhostRef()).isEqualTo(expected);
  }

  @Test
  void withoutAnAppArmorProfileNoneIsSaid() {
    assertThat(appArmor(null, null, null))
        .isEqualTo(LinuxContainerSecurityContext.getDefaultInstance());
  }

  @Test
  void aLocalAppArmorProfileNeedsANameAndAnUnknownTypeIsRefused() {
    assertThatThrownBy(() -> appArmor(appArmorProfile("Localhost", null), null, null))
        .hasMessage("missing localhost apparmor profile name");
    assertThatThrownBy(() -> appArmor(appArmorProfile("Odd", null), null, null))
        .hasMessage("unknown apparmor profile type: \"Odd\"");
  }

  private static SecurityProfile seccomp(
      @Nullable SeccompProfile own, @Nullable SeccompProfile ofPod, boolean nodeDefault) {
    Pod pod = pod();
    pod.getSpec().getSecurityContext().setSeccompProfile(ofPod);
    pod.getSpec().getContainers().getFirst().getSecurityContext().setSeccompProfile(own);
    SecuritySettings settings =
        new SecuritySettings(
            Path.of("/var/lib/kubelet/seccomp"),
            nodeDefault,
            false,
            List.of(),
            IsolationSettings.NODE_ONLY);
    return SeccompRules.profile(effective(pod), settings);
  }

  private static LinuxContainerSecurityContext appArmor(
      @Nullable AppArmorProfile own, @Nullable String annotation, @Nullable AppArmorProfile ofPod) {
    Pod pod = pod();
    pod.getSpec().getSecurityContext().setAppArmorProfile(ofPod);
    pod.getSpec().getContainers().getFirst().getSecurityContext().setAppArmorProfile(own);
    if (annotation != null) {
      pod.getMetadata().getAnnotations().put(ANNOTATION, annotation);
    }
    var out = LinuxContainerSecurityContext.newBuilder();
    AppArmorRules.apply(pod, "app", effective(pod), out);
    return out.build();
  }

  private static EffectiveSecurity effective(Pod pod) {
    return EffectiveSecurity.of(pod, pod.getSpec().getContainers().getFirst());
  }

  private static Pod pod() {
    return TestPods.pod()
        .editSpec()
        .withNewSecurityContext()
        .endSecurityContext()
        .withContainers(TestPods.container().withNewSecurityContext().endSecurityContext().build())
        .endSpec()
        .build();
  }

  private static @Nullable SeccompProfile seccompProfile(
      @Nullable String type, @Nullable String file) {
    if (type == null) {
      return null;
    }
    var builder = new SeccompProfileBuilder().withType(type);
    return file == null ? builder.build() : builder.withLocalhostProfile(file).build();
  }

  private static AppArmorProfile appArmorProfile(String type, @Nullable String name) {
    var builder = new AppArmorProfileBuilder().withType(type);
    return name == null ? builder.build() : builder.withLocalhostProfile(name).build();
  }
}
