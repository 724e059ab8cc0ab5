package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.LinuxPodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;

/**
 * What all suites about runtimes share: how to reach the runtime under test, and pods that are
 * removed after each test. The suites run against the fake and against real runtimes, so that the
 * fake cannot drift.
 */
public abstract class CriRuntimeContract {
  private static final int POLLS = 1000;

  private final List<CriPod> pods = new ArrayList<>();

  protected abstract RuntimeUnderTest subject();

  protected CriRuntime runtime() {
    return subject().calls();
  }

  @AfterEach
  void removePods() {
    pods.forEach(CriPod::remove);
  }

  protected CriPod run(String name) {
    CriPod pod = new CriPod(runtime(), sandbox(name));
    pods.add(pod);
    return pod;
  }

  protected PodSandboxConfig sandbox(String name) {
    String unique = getClass().getSimpleName() + "-" + name;
    return PodSandboxConfig.newBuilder()
        .setMetadata(
            PodSandboxMetadata.newBuilder()
                .setName(name)
                .setNamespace("contract")
                .setUid(unique)
                .setAttempt(1))
        .setHostname(name)
        .setLogDirectory(subject().logDirectory())
        .setLinux(LinuxPodSandboxConfig.newBuilder().setCgroupParent(subject().cgroupParent()))
        .putLabels("io.kubernetes.pod.uid", unique)
        .putAnnotations("purpose", "contract")
        .build();
  }

  /** Runs until it is stopped. */
  protected ContainerConfig service(String name) {
    return container(name, "exec sleep 1000");
  }

  /** Ends by itself at once. */
  protected ContainerConfig exiting(String name, int code) {
    return container(name, "exit " + code);
  }

  private ContainerConfig container(String name, String script) {
    return ContainerConfig.newBuilder()
        .setMetadata(ContainerMetadata.newBuilder().setName(name))
        .setImage(ImageSpec.newBuilder().setImage(subject().image()))
        .addCommand("/bin/sh")
        .addCommand("-c")
        .addCommand(script)
        .setLogPath(name + ".log")
        .putLabels("io.kubernetes.container.name", name)
        .build();
  }

  protected void exited(CriPod pod, String container) {
    eventually(() -> pod.state(container) == ContainerState.CONTAINER_EXITED);
  }

  /** Real runtimes need a moment. */
  protected static void eventually(BooleanSupplier condition) {
    for (int i = 0; i < POLLS; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      pause();
    }
    assertThat(condition.getAsBoolean()).as("becomes true within 10 s").isTrue();
  }

  private static void pause() {
    try {
      if (new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("nobody counts this latch down");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }

  protected static void assertNotFound(ThrowingCallable call) {
    assertThatExceptionOfType(CriException.class)
        .isThrownBy(call)
        .extracting(CriException::kind)
        .isEqualTo(CriException.Kind.NOT_FOUND);
  }

  protected static void assertRefused(ThrowingCallable call) {
    assertThatExceptionOfType(CriException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.text()).isNotBlank());
  }

  protected static List<String> ids(List<Container> containers) {
    return containers.stream().map(Container::getId).toList();
  }
}
