package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.Container;
import dev.jubelet.testing.cri.ProxyAction;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls to the runtime that fail, hang or lose their answer; run on each containerd. */
@Rule("4.9")
abstract class RuntimeFaultSuite extends FaultSuite {
  private static final ProxyAction BROKEN =
      new ProxyAction.Fail(Status.UNKNOWN.withDescription("broken by the test"));
  private static final ProxyAction AWAY =
      new ProxyAction.Fail(Status.UNAVAILABLE.withDescription("away by the test"));

  RuntimeFaultSuite(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void aSandboxThatFailsOnceIsTriedAgain() {
    faulty.rules().onCall("RunPodSandbox", 1, BROKEN);
    faulty.apply("second-try", "main");
    faulty.awaitWhole("second-try", "main");
    assertThat(faulty.rules().count("RunPodSandbox")).isEqualTo(2);
  }

  @Test
  void aPodWhoseSandboxNeverComesHoldsUpNobody() {
    faulty.rules().mentioning("RunPodSandbox", "hopeless", BROKEN);
    faulty.apply("hopeless", "main");
    node.await("the sandbox failed", () -> faulty.rules().count("RunPodSandbox") == 1);
    for (String other : List.of("one", "two", "three")) {
      faulty.apply(other, "main");
      faulty.awaitWhole(other, "main");
    }
    node.remove("two");
    node.awaitGone("two");
    node.await("it was tried again", () -> faulty.rules().count("RunPodSandbox") >= 5);
    Pod hopeless = node.find("hopeless").orElseThrow();
    assertThat(hopeless.getStatus().getPhase()).isEqualTo("Pending");
    node.remove("hopeless");
    faulty.awaitNothingLeft("hopeless", hopeless.getMetadata().getUid());
  }

  @Test
  void aContainerThatCannotBeCreatedSaysWhyAndIsTriedAgain() {
    faulty.rules().onCall("CreateContainer", 1, BROKEN);
    faulty.apply("uncreated", "main");
    Pod pod = node.await("uncreated", "says why", p -> waitsFor(p, "CreateContainerError"));
    assertThat(only(pod).getState().getWaiting().getMessage()).contains("broken by the test");
    faulty.awaitWhole("uncreated", "main");
  }

  @Test
  void aStartThatHangsHoldsUpItsOwnPodOnlyAndThePodCanBeRemoved() {
    faulty.rules().onCall("StartContainer", 1, new ProxyAction.Hang());
    faulty.apply("hung", "main");
    node.await("the start hangs", () -> faulty.rules().count("StartContainer") == 1);
    faulty.apply("lively", "main");
    faulty.awaitWhole("lively", "main");
    node.remove("lively");
    node.awaitGone("lively");
    assertThat(node.page("/healthz")).contains("ok");
    Pod hung = node.find("hung").orElseThrow();
    assertThat(TestNode.isReady(hung)).isFalse();
    node.remove("hung");
    faulty.awaitNothingLeft("hung", hung.getMetadata().getUid());
  }

  @Test
  void anAgentThatEndsLetsTheRuntimeFinishWhatItBegan() {
    faulty.rules().onCall("StartContainer", 1, new ProxyAction.Delay(Duration.ofSeconds(1)));
    faulty.apply("unbroken", "main");
    node.await("the start is under way", () -> faulty.rules().count("StartContainer") == 1);
    node.stopKubelet();
    assertThat(node.log().lines().filter(line -> line.contains("unbroken")))
        .anyMatch(line -> line.contains("reason=\"Started\""));
    node.startKubelet();
    faulty.awaitWhole("unbroken", "main");
  }

  @Test
  void aSandboxWhoseAnswerIsLostIsFoundAndUsed() {
    faulty.rules().onCall("RunPodSandbox", 1, new ProxyAction.DropReply());
    faulty.apply("unheard", "main");
    String uid = faulty.awaitWhole("unheard", "main").getMetadata().getUid();
    node.remove("unheard");
    faulty.awaitNothingLeft("unheard", uid);
  }

  @Test
  void aContainerWhoseCreationIsNotHeardOfIsNotDoubled() {
    faulty.rules().onCall("CreateContainer", 1, new ProxyAction.DropReply());
    faulty.apply("created", "main", "side");
    String uid = faulty.awaitWhole("created", "main", "side").getMetadata().getUid();
    node.remove("created");
    faulty.awaitNothingLeft("created", uid);
  }

  @Test
  void aContainerWhoseStartIsNotHeardOfIsNotDoubled() {
    faulty.rules().onCall("StartContainer", 1, new ProxyAction.DropReply());
    faulty.apply("started", "main", "side");
    faulty.awaitWhole("started", "main", "side");
    assertThat(faulty.rules().count("StartContainer")).isEqualTo(2);
  }

  @Test
  void aStopThatFailsIsTriedUntilItWorks() {
    faulty.apply("clinging", "main");
    String uid = faulty.awaitWhole("clinging", "main").getMetadata().getUid();
    faulty.rules().when("StopContainer", nth -> nth <= 2, BROKEN);
    node.remove("clinging");
    faulty.awaitNothingLeft("clinging", uid);
    assertThat(faulty.rules().count("StopContainer")).isGreaterThanOrEqualTo(3);
  }

  @Test
  void listsThatFailHarmNoPod() {
    faulty.apply("unlisted", "main");
    faulty.awaitWhole("unlisted", "main");
    List<String> before = ids("unlisted");
    int lists = faulty.rules().count("ListContainers");
    faulty.rules().always("ListContainers", AWAY);
    faulty.apply("blind", "main");
    node.await("lists failed", () -> faulty.rules().count("ListContainers") >= lists + 4);
    assertThat(ids("unlisted")).isEqualTo(before);
    faulty.rules().clear();
    faulty.awaitWhole("blind", "main");
    faulty.awaitWhole("unlisted", "main");
    assertThat(ids("unlisted")).isEqualTo(before);
  }

  @Test
  void eventsOverAStreamThatKeepsBreakingAreNotMissed() {
    node.killKubelet();
    faulty.rules().always("GetContainerEvents", new ProxyAction.BreakAfter(1));
    node.startKubelet();
    deathsAreSeen("broken");
  }

  @Test
  void deathsAreSeenWithoutAnyEventStream() {
    node.killKubelet();
    faulty.rules().always("GetContainerEvents", AWAY);
    node.startKubelet();
    deathsAreSeen("silent");
  }

  private void deathsAreSeen(String prefix) {
    List<String> pods = List.of(prefix + "-one", prefix + "-two", prefix + "-three");
    for (String pod : pods) {
      faulty.apply(pod, "main");
      faulty.awaitWhole(pod, "main");
    }
    for (String pod : pods) {
      faulty.killContainer(pod);
      node.await(pod, "runs again", p -> TestNode.isReady(p) && only(p).getRestartCount() == 1);
    }
  }

  private List<String> ids(String pod) {
    return faulty.running(pod).stream().map(Container::getId).toList();
  }

  private static boolean waitsFor(Pod pod, String reason) {
    ContainerStatus container = only(pod);
    return container.getState() != null
        && container.getState().getWaiting() != null
        && reason.equals(container.getState().getWaiting().getReason());
  }

  private static ContainerStatus only(Pod pod) {
    List<ContainerStatus> statuses = pod.getStatus().getContainerStatuses();
    return statuses.isEmpty() ? new ContainerStatus() : statuses.getFirst();
  }
}
