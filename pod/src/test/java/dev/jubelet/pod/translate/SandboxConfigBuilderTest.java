package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.pod.translate.net.DnsSettings;
import dev.jubelet.pod.translate.net.ResolvConf;
import dev.jubelet.pod.translate.security.IsolationSettings;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SandboxConfigBuilderTest {
  private final SandboxConfigBuilder builder =
      new SandboxConfigBuilder(
          new SandboxSettings(
              new PodLogPaths(Path.of("/var/log/pods")),
              new DnsSettings(List.of("10.96.0.10"), "cluster.local", List.of("10.0.0.1")),
              new IsolationSettings(
                  IsolationSettings.NODE_ONLY.userNamespace(), pod -> List.of(300L)),
              pod -> "/kubepods/pod" + pod.getMetadata().getUid(),
              pod -> LinuxContainerResources.newBuilder().setCpuShares(512).build(),
              pod -> LinuxContainerResources.newBuilder().setMemoryLimitInBytes(64).build(),
              name -> Optional.of("sandboxed").filter(handler -> name.equals("safe"))));

  @Test
  void aFullPodIsDescribedInEveryField() throws TextFormat.ParseException {
    Pod pod =
        TestPods.pod()
            .editMetadata()
            .addToLabels("app", "store")
            .addToAnnotations("note", "hello")
            .endMetadata()
            .editSpec()
            .withSubdomain("db")
            .withSetHostnameAsFQDN(true)
            .withContainers(
                TestPods.container().addNewPort().withContainerPort(80).endPort().build())
            .withNewSecurityContext()
            .withRunAsUser(1000L)
            .withRunAsGroup(2000L)
            .withFsGroup(100L)
            .withSupplementalGroups(200L)
            .withSupplementalGroupsPolicy("Strict")
            .withNewSeLinuxOptions("s0", "r", "t", "u")
            .addNewSysctl("kernel/shm_rmid_forced", "1")
            .endSecurityContext()
            .endSpec()
            .build();

    PodSandboxConfig expected =
        TextFormat.parse(
            """
            metadata { name: "web" namespace: "shop" uid: "%1$s" attempt: 2 }
            hostname: "web.db.shop.svc.cluster.local"
            log_directory: "/var/log/pods/shop_web_%1$s"
            dns_config {
              servers: "10.96.0.10"
              searches: "shop.svc.cluster.local"
              searches: "svc.cluster.local"
              searches: "cluster.local"
              searches: "corp.example"
              options: "ndots:5"
            }
            port_mappings { container_port: 80 }
            labels { key: "app" value: "store" }
            labels { key: "io.kubernetes.pod.name" value: "web" }
            labels { key: "io.kubernetes.pod.namespace" value: "shop" }
            labels { key: "io.kubernetes.pod.uid" value: "%1$s" }
            annotations { key: "note" value: "hello" }
            linux {
              cgroup_parent: "/kubepods/pod%1$s"
              security_context {
                namespace_options { pid: CONTAINER userns_options { mode: NODE } }
                selinux_options { user: "u" role: "r" type: "t" level: "s0" }
                run_as_user { value: 1000 }
                run_as_group { value: 2000 }
                supplemental_groups: [100, 300, 200]
                supplemental_groups_policy: Strict
                seccomp { profile_type: RuntimeDefault }
              }
              sysctls { key: "kernel.shm_rmid_forced" value: "1" }
              overhead { memory_limit_in_bytes: 64 }
              resources { cpu_shares: 512 }
            }
            """
                .formatted(TestPods.UID),
            PodSandboxConfig.class);

    assertThat(build(pod, 2)).isEqualTo(new SandboxOutcome.Built(expected, "", List.of()));
  }

  @Test
  void onTheNodesNetworkTheSandboxHasNoHostname() {
    Pod pod = TestPods.pod().editSpec().withHostNetwork(true).endSpec().build();

    assertThat(config(pod).getHostname()).isEmpty();
  }

  @Test
  void labelsThatThePodSetsCannotReplaceItsIdentity() {
    Pod pod =
        TestPods.pod()
            .editMetadata()
            .addToLabels("io.kubernetes.pod.name", "other")
            .endMetadata()
            .build();

    assertThat(config(pod).getLabelsMap()).containsEntry("io.kubernetes.pod.name", "web");
  }

  @Test
  void anyPrivilegedContainerMakesTheSandboxPrivileged() {
    var privileged =
        TestPods.container()
            .withNewSecurityContext()
            .withPrivileged(true)
            .endSecurityContext()
            .build();
    var debugging =
        new EphemeralContainerBuilder()
            .withName("debug")
            .withSecurityContext(privileged.getSecurityContext())
            .build();

    assertThat(privileged(TestPods.podOf(TestPods.container().build()))).isFalse();
    assertThat(privileged(TestPods.podOf(privileged))).isTrue();
    assertThat(
            privileged(TestPods.pod().editSpec().withInitContainers(privileged).endSpec().build()))
        .isTrue();
    assertThat(
            privileged(
                TestPods.pod().editSpec().withEphemeralContainers(debugging).endSpec().build()))
        .isTrue();
  }

  @Test
  void warningsAboutNamesArePassedOn() {
    Pod pod =
        TestPods.pod()
            .editSpec()
            .withNewDnsConfig()
            .withNameservers("1.1.1.1", "1.1.1.2", "1.1.1.3")
            .endDnsConfig()
            .endSpec()
            .build();

    assertThat(((SandboxOutcome.Built) build(pod, 0)).warnings())
        .singleElement()
        .satisfies(warning -> assertThat(warning.reason()).isEqualTo("DNSConfigForming"));
  }

  @Test
  void aPodThatCannotBeNamedIsRefusedWithTheReason() {
    Pod pod = TestPods.pod().editSpec().withHostname("Not_A_Label").endSpec().build();

    assertThat(((SandboxOutcome.Refused) build(pod, 0)).message())
        .startsWith(
            "Failed to create pod sandbox: pod Hostname \"Not_A_Label\" is not a valid DNS label");
  }

  @Test
  void aRuntimeClassNamesTheHandler() {
    Pod pod = TestPods.pod().editSpec().withRuntimeClassName("safe").endSpec().build();
    assertThat(((SandboxOutcome.Built) build(pod, 0)).runtimeHandler()).isEqualTo("sandboxed");
  }

  @Test
  void aRuntimeClassThatNobodyKnowsIsRefused() {
    Pod pod = TestPods.pod().editSpec().withRuntimeClassName("kata").endSpec().build();
    assertThat(build(pod, 0))
        .isEqualTo(
            new SandboxOutcome.Refused(
                "Failed to create pod sandbox: runtimeclass.node.k8s.io \"kata\" not found"));
  }

  private boolean privileged(Pod pod) {
    return config(pod).getLinux().getSecurityContext().getPrivileged();
  }

  private PodSandboxConfig config(Pod pod) {
    return ((SandboxOutcome.Built) build(pod, 0)).config();
  }

  private SandboxOutcome build(Pod pod, int attempt) {
    ResolvConf node =
        new ResolvConf(List.of("192.0.2.1"), List.of("corp.example"), List.of("timeout:1"));
    return builder.build(new SandboxRequest(pod, attempt, Optional.of(node)));
  }
}
