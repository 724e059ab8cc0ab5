package dev.jubelet.it.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriException.Kind;
import dev.jubelet.testing.cri.CriContainerContract;
import dev.jubelet.testing.cri.CriPod;
import dev.jubelet.testing.cri.CriSandboxContract;
import dev.jubelet.testing.cri.CriServiceContract;
import dev.jubelet.testing.cri.RuntimeUnderTest;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.PrivateContainerd;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suites that the fake runtime keeps, on a real containerd. */
abstract class CriContractSuite {
  private final PrivateContainerd containerd;
  private final CriClient client;

  @TempDir private Path logs;

  CriContractSuite(PrivateContainerd containerd) {
    this.containerd = containerd;
    CriEndpoint endpoint = CriEndpoint.parse(containerd.endpoint());
    this.client = new CriClient(endpoint, endpoint, Duration.ofSeconds(30), CriCalls.UNHEARD);
  }

  private RuntimeUnderTest containerdUnderTest() {
    return new RuntimeUnderTest(
        client,
        containerd.image(),
        logs.toString(),
        containerd.cgroup(),
        containerd.generation() == ContainerdGeneration.TWO);
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  /** Sandboxes. */
  @Nested
  final class Sandboxes extends CriSandboxContract {
    @Override
    protected RuntimeUnderTest subject() {
      return containerdUnderTest();
    }
  }

  /** Containers. */
  @Nested
  final class Containers extends CriContainerContract {
    /** Pods whose grace period shrinks while they end rely on it. */
    @Test
    void aStopThatIsBrokenOffLosesNothingAndCanBeRepeatedWithLessTime()
        throws InterruptedException {
      CriPod pod = run("broken-off");
      String deaf = "trap '' TERM; while :; do sleep 1; done";
      String container = pod.launch(service("main").toBuilder().setCommand(2, deaf).build());
      AtomicReference<@Nullable CriException> failure = new AtomicReference<>();
      Thread slow = Thread.ofVirtual().start(() -> failure.set(failureOfStop(pod, container)));
      assertThat(slow.join(Duration.ofMillis(500))).as("the program ignores SIGTERM").isFalse();
      slow.interrupt();
      slow.join();
      assertThat(failure.get()).extracting(CriException::kind).isEqualTo(Kind.CANCELLED);
      assertThat(pod.state(container)).isEqualTo(ContainerState.CONTAINER_RUNNING);
      pod.stop(container, 1);
      assertThat(pod.state(container)).isEqualTo(ContainerState.CONTAINER_EXITED);
    }

    private static @Nullable CriException failureOfStop(CriPod pod, String container) {
      try {
        pod.stop(container, 600);
        return null;
      } catch (CriException e) {
        return e;
      }
    }

    @Override
    protected RuntimeUnderTest subject() {
      return containerdUnderTest();
    }
  }

  /** Version, health, images and events. */
  @Nested
  final class Services extends CriServiceContract {
    /** Each of them makes the runtime ask for a sign of life, and the transport counts those. */
    @Test
    void noneOfManyThousandSmallCallsIsLost() throws InterruptedException {
      AtomicReference<@Nullable CriException> failure = new AtomicReference<>();
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        callers.add(Thread.ofVirtual().start(() -> askManyTimes(failure)));
      }
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(failure).hasNullValue();
    }

    private void askManyTimes(AtomicReference<@Nullable CriException> failure) {
      try {
        for (int i = 0; i < 12_000; i++) {
          client.version(VersionRequest.getDefaultInstance());
        }
      } catch (CriException e) {
        failure.set(e);
      }
    }

    @Override
    protected RuntimeUnderTest subject() {
      return containerdUnderTest();
    }
  }
}
