package dev.jubelet.pod.translate.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.cri.IDMapping;
import dev.jubelet.api.cri.LinuxContainerSecurityContext;
import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.SELinuxOption;
import dev.jubelet.api.cri.SupplementalGroupsPolicy;
import dev.jubelet.api.cri.UserNamespace;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.translate.TestPods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@Rule("10.3")
class ContainerSecurityTest {
  private static final ImageOutcome.Present ROOT_IMAGE =
      new ImageOutcome.Present("sha256:1", OptionalLong.empty(), "");
  private static final PodSecurityContext NO_POD = new PodSecurityContext();
  private static final SecurityContext NO_OWN = new SecurityContext();

  @Test
  void theContainersUserAndGroupWinOverThePods() {
    PodSecurityContext pod =
        new PodSecurityContextBuilder().withRunAsUser(1L).withRunAsGroup(2L).build();
    SecurityContext own = new SecurityContextBuilder().withRunAsUser(11L).build();

    var context = security(pod, own);

    assertThat(context.getRunAsUser().getValue()).isEqualTo(11);
    assertThat(context.getRunAsGroup().getValue()).isEqualTo(2);
    assertThat(context.getRunAsUsername()).isEmpty();
  }

  @Test
  void withoutAUserTheImagesIsSaidByNumberOrByName() {
    var numeric = new ImageOutcome.Present("x", OptionalLong.of(33), "");
    var named = new ImageOutcome.Present("x", OptionalLong.empty(), "www");

    assertThat(security(NO_POD, NO_OWN, numeric, null).getRunAsUser().getValue()).isEqualTo(33);
    assertThat(security(NO_POD, NO_OWN, named, null).getRunAsUsername()).isEqualTo("www");
    assertThat(security(NO_POD, NO_OWN, named, null).hasRunAsUser()).isFalse();
  }

  @Test
  void anImageThatNamesNoUserRunsAsRoot() {
    var context = security(NO_POD, NO_OWN);

    assertThat(context.hasRunAsUser()).isTrue();
    assertThat(context.getRunAsUser().getValue()).isZero();
    assertThat(context.hasRunAsGroup()).isFalse();
  }

  @Test
  void capabilitiesAndFlagsAreTakenOver() {
    SecurityContext own =
        new SecurityContextBuilder()
            .withPrivileged(true)
            .withReadOnlyRootFilesystem(true)
            .withAllowPrivilegeEscalation(false)
            .withNewCapabilities()
            .withAdd("NET_ADMIN")
            .withDrop("ALL")
            .endCapabilities()
            .build();

    var context = security(NO_POD, own);

    assertThat(context.getPrivileged()).isTrue();
    assertThat(context.getReadonlyRootfs()).isTrue();
    assertThat(context.getNoNewPrivs()).isTrue();
    assertThat(context.getCapabilities().getAddCapabilitiesList()).containsExactly("NET_ADMIN");
    assertThat(context.getCapabilities().getDropCapabilitiesList()).containsExactly("ALL");
  }

  @Test
  void withoutAContextNothingIsAskedFor() {
    var context = security(NO_POD, NO_OWN);

    assertThat(context.getPrivileged()).isFalse();
    assertThat(context.getReadonlyRootfs()).isFalse();
    assertThat(context.getNoNewPrivs()).isFalse();
    assertThat(context.hasCapabilities()).isFalse();
    assertThat(context.hasSelinuxOptions()).isFalse();
    assertThat(context.hasApparmor()).isFalse();
  }

  @Test
  void theContainersLabelReplacesThePodsAsAWhole() {
    PodSecurityContext pod =
        new PodSecurityContextBuilder().withNewSeLinuxOptions("s0", "r", "t", "u").build();
    SecurityContext own =
        new SecurityContextBuilder()
            .withNewSeLinuxOptions()
            .withType("mine")
            .endSeLinuxOptions()
            .build();

    assertThat(security(pod, NO_OWN).getSelinuxOptions())
        .isEqualTo(
            SELinuxOption.newBuilder()
                .setLevel("s0")
                .setRole("r")
                .setType("t")
                .setUser("u")
                .build());
    assertThat(security(pod, own).getSelinuxOptions())
        .isEqualTo(SELinuxOption.newBuilder().setType("mine").build());
  }

  @Test
  void groupsAreThoseOfTheSpecAndThenThoseOfVolumes() {
    PodSecurityContext pod =
        new PodSecurityContextBuilder()
            .withFsGroup(100L)
            .withSupplementalGroups(200L, 201L)
            .withSupplementalGroupsPolicy("Strict")
            .build();

    var context = security(pod, NO_OWN);

    assertThat(context.getSupplementalGroupsList()).containsExactly(100L, 200L, 201L, 300L);
    assertThat(context.getSupplementalGroupsPolicy()).isEqualTo(SupplementalGroupsPolicy.Strict);
    assertThat(security(NO_POD, NO_OWN).getSupplementalGroupsPolicy())
        .isEqualTo(SupplementalGroupsPolicy.Merge);
  }

  @Test
  void aGroupPolicyThatIsNotKnownIsRefused() {
    PodSecurityContext pod =
        new PodSecurityContextBuilder().withSupplementalGroupsPolicy("Odd").build();

    assertThatThrownBy(() -> security(pod, NO_OWN))
        .hasMessage("unsupported supplementalGroupsPolicy: Odd");
  }

  @Test
  void kernelFilesAreHiddenOrReadOnlyUnlessUnmasked() {
    SecurityContext unmasked = new SecurityContextBuilder().withProcMount("Unmasked").build();

    assertThat(security(NO_POD, NO_OWN).getMaskedPathsList())
        .hasSize(13)
        .contains("/proc/kcore", "/sys/firmware")
        .endsWith("/sys/devices/virtual/powercap", "/thermal/0");
    assertThat(security(NO_POD, NO_OWN).getReadonlyPathsList())
        .containsExactly("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");
    assertThat(security(NO_POD, unmasked).getMaskedPathsList()).isEmpty();
    assertThat(security(NO_POD, unmasked).getReadonlyPathsList()).isEmpty();
  }

  @Test
  void namespacesFollowThePod() {
    assertNamespaces(spec -> {}, NamespaceMode.POD, NamespaceMode.CONTAINER, NamespaceMode.POD);
    assertNamespaces(
        spec -> spec.setHostNetwork(true),
        NamespaceMode.NODE,
        NamespaceMode.CONTAINER,
        NamespaceMode.POD);
    assertNamespaces(
        spec -> spec.setShareProcessNamespace(true),
        NamespaceMode.POD,
        NamespaceMode.POD,
        NamespaceMode.POD);
    assertNamespaces(
        spec -> {
          spec.setHostPID(true);
          spec.setShareProcessNamespace(true);
          spec.setHostIPC(true);
        },
        NamespaceMode.POD,
        NamespaceMode.NODE,
        NamespaceMode.NODE);
  }

  @Test
  void aDebuggingContainerJoinsTheProcessesOfItsTarget() {
    var options = security(NO_POD, NO_OWN, ROOT_IMAGE, "c0ffee").getNamespaceOptions();

    assertThat(options.getPid()).isEqualTo(NamespaceMode.TARGET);
    assertThat(options.getTargetId()).isEqualTo("c0ffee");
  }

  @Test
  void aDebuggingContainerNeedsNoTargetWhereProcessesAreShared() {
    Pod pod = pod(NO_POD, NO_OWN);
    pod.getSpec().setShareProcessNamespace(true);

    var options = of(pod, ROOT_IMAGE, "c0ffee").getNamespaceOptions();

    assertThat(options.getPid()).isEqualTo(NamespaceMode.POD);
    assertThat(options.getTargetId()).isEmpty();
  }

  @Test
  void theUserNamespaceOfThePodIsPassedOn() {
    assertThat(security(NO_POD, NO_OWN).getNamespaceOptions().getUsernsOptions())
        .isEqualTo(USER_NAMESPACE);
  }

  private static final UserNamespace USER_NAMESPACE =
      UserNamespace.newBuilder()
          .setMode(NamespaceMode.POD)
          .addUids(IDMapping.newBuilder().setHostId(65536).setLength(65536))
          .build();

  private static void assertNamespaces(
      Consumer<PodSpec> change, NamespaceMode network, NamespaceMode pid, NamespaceMode ipc) {
    Pod pod = pod(NO_POD, NO_OWN);
    change.accept(pod.getSpec());
    var options = of(pod, ROOT_IMAGE, null).getNamespaceOptions();
    assertThat(List.of(options.getNetwork(), options.getPid(), options.getIpc()))
        .containsExactly(network, pid, ipc);
  }

  private static LinuxContainerSecurityContext security(
      PodSecurityContext ofPod, SecurityContext own) {
    return security(ofPod, own, ROOT_IMAGE, null);
  }

  private static LinuxContainerSecurityContext security(
      PodSecurityContext ofPod,
      SecurityContext own,
      ImageOutcome.Present image,
      @Nullable String target) {
    return of(pod(ofPod, own), image, target);
  }

  private static LinuxContainerSecurityContext of(
      Pod pod, ImageOutcome.Present image, @Nullable String target) {
    IsolationSettings isolation = new IsolationSettings(p -> USER_NAMESPACE, p -> List.of(300L));
    SecuritySettings settings =
        new SecuritySettings(
            Path.of("/var/lib/kubelet/seccomp"), false, false, List.of("/thermal/0"), isolation);
    return new ContainerSecurity(settings)
        .of(pod, pod.getSpec().getContainers().getFirst(), image, target);
  }

  private static Pod pod(PodSecurityContext ofPod, SecurityContext own) {
    return TestPods.pod()
        .editSpec()
        .withSecurityContext(ofPod)
        .withContainers(TestPods.container().withSecurityContext(own).build())
        .endSpec()
        .build();
  }
}
