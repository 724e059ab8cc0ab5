package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.IDMapping;
import dev.jubelet.api.cri.LinuxContainerSecurityContext;
import dev.jubelet.api.cri.Mount;
import dev.jubelet.api.cri.Signal;
import dev.jubelet.api.cri.UserNamespace;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.translate.security.IsolationSettings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerConfigBuilderTest {
  private static final String POD_DIRECTORY = "/var/lib/kubelet/pods/" + TestPods.UID;

  private final ContainerFixture fixture = new ContainerFixture();

  @Test
  void aFullContainerIsDescribedInEveryField() throws TextFormat.ParseException {
    Container container =
        TestPods.container()
            .withCommand("/bin/sh", "-c")
            .withArgs("echo $(GREETING) $$(GREETING)")
            .withWorkingDir("/srv")
            .withStdin(true)
            .withStdinOnce(true)
            .withTty(true)
            .addNewEnv()
            .withName("GREETING")
            .withValue("hello")
            .endEnv()
            .addNewEnv()
            .withName("IP")
            .withNewValueFrom()
            .withNewFieldRef("v1", "status.podIP")
            .endValueFrom()
            .endEnv()
            .addNewVolumeMount()
            .withName("scratch")
            .withMountPath("/tmp/scratch")
            .endVolumeMount()
            .addNewPort()
            .withContainerPort(80)
            .withName("http")
            .endPort()
            .withNewLifecycle()
            .withNewPreStop()
            .withNewSleep(5L)
            .endPreStop()
            .withStopSignal("SIGRTMIN+3")
            .endLifecycle()
            .build();
    Pod pod =
        TestPods.pod()
            .editMetadata()
            .withDeletionGracePeriodSeconds(7L)
            .endMetadata()
            .editSpec()
            .withTerminationGracePeriodSeconds(30L)
            .withContainers(container)
            .endSpec()
            .build();

    ContainerConfig expected =
        TextFormat.parse(
            """
            metadata { name: "app" attempt: 4 }
            image { image: "sha256:1234" user_specified_image: "example.org/app:1" }
            command: "/bin/sh"
            command: "-c"
            args: "echo hello $(GREETING)"
            working_dir: "/srv"
            envs { key: "GREETING" value: "hello" }
            envs { key: "IP" value: "10.1.0.7" }
            mounts { container_path: "/tmp/scratch" host_path: "/volumes/scratch" }
            mounts { container_path: "/etc/hosts" host_path: "%1$s/etc-hosts" }
            mounts {
              container_path: "/dev/termination-log"
              host_path: "%1$s/containers/app/0badcafe"
            }
            labels { key: "io.kubernetes.pod.name" value: "web" }
            labels { key: "io.kubernetes.pod.namespace" value: "shop" }
            labels { key: "io.kubernetes.pod.uid" value: "%2$s" }
            labels { key: "io.kubernetes.container.name" value: "app" }
            annotations { key: "io.kubernetes.container.hash" value: "a1b2" }
            annotations { key: "io.kubernetes.container.restartCount" value: "4" }
            annotations {
              key: "io.kubernetes.container.terminationMessagePath"
              value: "/dev/termination-log"
            }
            annotations { key: "io.kubernetes.container.terminationMessagePolicy" value: "File" }
            annotations { key: "io.kubernetes.pod.deletionGracePeriod" value: "7" }
            annotations { key: "io.kubernetes.pod.terminationGracePeriod" value: "30" }
            annotations {
              key: "io.kubernetes.container.preStopHandler"
              value: '{"sleep":{"seconds":5}}'
            }
            annotations {
              key: "io.kubernetes.container.ports"
              value: '[{"containerPort":80,"name":"http"}]'
            }
            log_path: "app/4.log"
            stdin: true
            stdin_once: true
            tty: true
            stop_signal: SIGRTMINPLUS3
            linux { resources { cpu_shares: 256 } }
            """
                .formatted(POD_DIRECTORY, TestPods.UID),
            ContainerConfig.class);

    ContainerConfig config = fixture.config(pod, container);

    assertThat(withoutSecurity(config)).isEqualTo(expected);
    assertThat(config.getLinux().getSecurityContext().hasSeccomp()).isTrue();
  }

  @Test
  void theFilesBehindTheAgentsOwnMountsAreGiven() {
    Container container = TestPods.container().build();

    List<PreparedFile> files = fixture.built(TestPods.podOf(container), container).files();

    assertThat(files)
        .extracting(PreparedFile::path)
        .containsExactly(
            Path.of(POD_DIRECTORY, "etc-hosts"), Path.of(POD_DIRECTORY, "containers/app/0badcafe"));
    assertThat(files.getFirst().content()).endsWith("10.1.0.7\tweb\nfd01::7\tweb\n");
    assertThat(files.getFirst().permissions())
        .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(files.getLast().content()).isEmpty();
    assertThat(files.getLast().permissions())
        .isEqualTo(PosixFilePermissions.fromString("rw-rw-rw-"));
  }

  @Test
  void onTheNodesNetworkTheHostsFileIsTheNodesAndTheAddressesToo() {
    Container container =
        TestPods.container()
            .addNewEnv()
            .withName("IPS")
            .withNewValueFrom()
            .withNewFieldRef("v1", "status.podIPs")
            .endValueFrom()
            .endEnv()
            .build();
    Pod pod =
        TestPods.pod().editSpec().withHostNetwork(true).withContainers(container).endSpec().build();

    ContainerOutcome.Built built = fixture.withoutPodIps().built(pod, container);

    assertThat(built.files().getFirst().content())
        .isEqualTo("# Kubernetes-managed hosts file (host network).\n127.0.0.1 localhost node\n");
    assertThat(built.config().getEnvs(0).getValue().toStringUtf8()).isEqualTo("10.0.0.1,fd00::1");
  }

  @Test
  void aPodWithoutAnAddressHasNoHostsFileYet() {
    Container container = TestPods.container().build();

    ContainerOutcome.Built built =
        fixture.withoutPodIps().built(TestPods.podOf(container), container);

    assertThat(built.config().getMountsList())
        .extracting(Mount::getContainerPath)
        .containsExactly("/dev/termination-log");
    assertThat(built.files()).hasSize(1);
  }

  @Test
  void aContainerThatMountsTheHostsFileItselfKeepsIt() {
    Container container =
        TestPods.container()
            .addNewVolumeMount()
            .withName("scratch")
            .withMountPath("/etc/hosts")
            .endVolumeMount()
            .build();

    assertThat(fixture.config(TestPods.podOf(container), container).getMountsList())
        .filteredOn(mount -> mount.getContainerPath().equals("/etc/hosts"))
        .extracting(Mount::getHostPath)
        .containsExactly("/volumes/scratch");
  }

  @Test
  void inAUserNamespaceEveryMountIsMapped() {
    var ids = IDMapping.newBuilder().setHostId(65536).setLength(65536).build();
    IsolationSettings isolation =
        new IsolationSettings(
            pod -> UserNamespace.newBuilder().addUids(ids).addGids(ids).build(), pod -> List.of());
    Container container = TestPods.container().build();

    assertThat(
            fixture
                .withIsolation(isolation)
                .config(TestPods.podOf(container), container)
                .getMountsList())
        .hasSize(2)
        .allSatisfy(
            mount -> {
              assertThat(mount.getUidMappingsList()).containsExactly(ids);
              assertThat(mount.getGidMappingsList()).containsExactly(ids);
            });
  }

  @Test
  void theAgentsOwnFilesAreRelabelledWithSelinuxOnly() {
    Container container = TestPods.container().build();
    Pod pod = TestPods.podOf(container);

    assertThat(fixture.withSelinux().config(pod, container).getMountsList())
        .hasSize(2)
        .allMatch(Mount::getSelinuxRelabel);
    assertThat(fixture.config(pod, container).getMountsList()).noneMatch(Mount::getSelinuxRelabel);
  }

  @Test
  void theTerminationMessagePathOfTheSpecIsUsed() {
    Container container =
        TestPods.container()
            .withTerminationMessagePath("tmp/last-words")
            .withTerminationMessagePolicy("FallbackToLogsOnError")
            .build();

    ContainerConfig config = fixture.config(TestPods.podOf(container), container);

    assertThat(config.getMountsList().getLast().getContainerPath()).isEqualTo("/tmp/last-words");
    assertThat(config.getAnnotationsMap())
        .containsEntry("io.kubernetes.container.terminationMessagePath", "tmp/last-words")
        .containsEntry("io.kubernetes.container.terminationMessagePolicy", "FallbackToLogsOnError");
  }

  @Test
  void aStopSignalIsOnlySaidWhenTheFeatureIsOn() {
    Container container =
        TestPods.container().withNewLifecycle().withStopSignal("SIGUSR1").endLifecycle().build();
    Pod pod = TestPods.podOf(container);

    assertThat(fixture.config(pod, container).getStopSignal()).isEqualTo(Signal.SIGUSR1);
    assertThat(fixture.withoutStopSignals().config(pod, container).getStopSignal())
        .isEqualTo(Signal.RUNTIME_DEFAULT);
  }

  @Test
  void whatCannotBeSaidIsAConfigError() {
    Container container =
        TestPods.container()
            .addNewEnvFrom()
            .withNewConfigMapRef("settings", false)
            .endEnvFrom()
            .build();

    assertThat(fixture.build(TestPods.podOf(container), container))
        .isEqualTo(
            new ContainerOutcome.Refused(
                new StartError(
                    WaitReason.CREATE_CONTAINER_CONFIG_ERROR, "configmap \"settings\" not found")));
  }

  @Test
  void aContainerThatMustNotBeRootIsAConfigErrorWhenItsImageIs() {
    Container container =
        TestPods.container()
            .withNewSecurityContext()
            .withRunAsNonRoot(true)
            .endSecurityContext()
            .build();

    assertThat(fixture.build(TestPods.podOf(container), container))
        .isInstanceOfSatisfying(
            ContainerOutcome.Refused.class,
            refused ->
                assertThat(refused.error().message())
                    .startsWith("container has runAsNonRoot and image will run as root"));
  }

  @Test
  void noValueOfTheEnvironmentShowsInTheTextFormOfTheOutcome() {
    Container container =
        TestPods.container().addNewEnv().withName("KEY").withValue("s3cret").endEnv().build();

    assertThat(fixture.build(TestPods.podOf(container), container).toString())
        .contains("app")
        .doesNotContain("s3cret");
  }

  private static ContainerConfig withoutSecurity(ContainerConfig config) {
    ContainerConfig.Builder out = config.toBuilder();
    assertThat(out.getLinux().getSecurityContext())
        .isNotEqualTo(LinuxContainerSecurityContext.getDefaultInstance());
    out.getLinuxBuilder().clearSecurityContext();
    return out.build();
  }
}
