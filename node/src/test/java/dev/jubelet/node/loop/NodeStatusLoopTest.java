package dev.jubelet.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.base.Lane;
import dev.jubelet.node.Nodes;
import dev.jubelet.node.call.CallDeadline;
import dev.jubelet.node.call.Jitter;
import dev.jubelet.node.call.NodeApiException.Kind;
import dev.jubelet.node.condition.NodeConditionRules;
import dev.jubelet.node.condition.NodeHealth;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NodeStatusLoopTest {
  private static final Lane.Next NEXT_UPDATE = new Lane.Next.After(Duration.ofMillis(10_200));

  private final ManualTimers timers = new ManualTimers();
  private final CallScript script = new CallScript(timers);
  private final FakeNodeApi api = new FakeNodeApi(script);
  private final List<Node> observed = new ArrayList<>();
  private final List<List<String>> ranges = new ArrayList<>();
  private final List<NodeEvent> events = new ArrayList<>();
  private int stalls;
  private double random = 0.5;
  private volatile NodeHealth health = Nodes.healthy();
  private Consumer<List<String>> podCidrs = ranges::add;
  private final NodeStatusLoop loop = loop(observed::add);

  @BeforeEach
  void register() {
    api.create(Nodes.objects().initial(Nodes.observed(timers.now(), Nodes.unwell("starting"))));
    script.calls();
  }

  @Test
  void aChangeIsWrittenAtOnce() {
    assertThat(loop.step()).isEqualTo(NEXT_UPDATE);

    assertThat(script.calls()).containsExactly("find cached", "patch");
    assertThat(ready(api.node()).getStatus()).isEqualTo("True");
    assertThat(events).extracting(NodeEvent::reason).containsExactly("NodeReady");
    assertThat(observed).containsExactly(api.node());
  }

  @Test
  void anUnchangedStatusIsNotWritten() {
    loop.step();
    timers.advance(Duration.ofSeconds(10));
    script.calls();

    assertThat(loop.step()).isEqualTo(NEXT_UPDATE);

    assertThat(script.calls()).containsExactly("find cached");
    assertThat(observed).hasSize(2);
  }

  @Test
  void anUnchangedStatusIsWrittenWhenAReportIsDue() {
    loop.step();
    timers.advance(Duration.ofMinutes(5));
    script.calls();
    loop.step();

    assertThat(script.calls()).containsExactly("find cached", "patch");
    assertThat(ready(api.node()).getLastHeartbeatTime()).isEqualTo("2026-01-01T00:05:00Z");
    assertThat(ready(api.node()).getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void theFirstStatusIsWrittenEvenIfItIsTheOldOne() {
    health = Nodes.unwell("starting");
    timers.advance(Duration.ofSeconds(1));
    loop.step();

    assertThat(script.calls()).containsExactly("find cached", "patch");
  }

  @Test
  void aChangeShiftsTheReportsAfterItButAReportDoesNot() {
    random = 0;
    loop.step();
    timers.advance(Duration.ofSeconds(150));
    script.calls();
    loop.step();
    assertThat(script.calls()).as("half a period after a change").contains("patch");

    timers.advance(Duration.ofSeconds(299));
    loop.step();
    assertThat(script.calls()).doesNotContain("patch");
    timers.advance(Duration.ofSeconds(1));
    loop.step();
    assertThat(script.calls()).as("a full period after a report").contains("patch");
  }

  @Test
  void fiveTriesMakeARoundAndLaterTriesReadWhatIsStored() {
    List<Lane.Next> steps = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      script.pass();
      script.fail(Kind.CONFLICT);
      steps.add(loop.step());
    }

    assertThat(steps).containsExactly(after(100), after(200), after(400), after(800), NEXT_UPDATE);
    assertThat(script.calls())
        .containsExactly(
            "find cached",
            "patch",
            "find",
            "patch",
            "find",
            "patch",
            "find",
            "patch",
            "find",
            "patch");
    assertThat(stalls).as("the server answers").isZero();
    assertThat(events).as("said once").hasSize(1);
    loop.step();
    assertThat(script.calls()).containsExactly("find cached", "patch");
  }

  @Test
  void aServerOutOfReachAsksForANewConnectionFromTheSecondFailureOn() {
    script.fail(Kind.UNAVAILABLE);
    loop.step();
    assertThat(stalls).isZero();

    script.fail(Kind.UNAVAILABLE);
    loop.step();
    assertThat(stalls).isEqualTo(1);
  }

  @Test
  void aCallThatHangsIsCutOffAndAsksForANewConnectionAtOnce() {
    script.hang();

    assertThat(loop.step()).isEqualTo(after(100));
    assertThat(stalls).isEqualTo(1);
    assertThat(loop.step()).isEqualTo(NEXT_UPDATE);
  }

  @Test
  void aDeletedNodeIsNotMadeAgain() {
    api.delete();

    assertThat(loop.step()).isEqualTo(after(100));
    assertThat(script.calls()).containsExactly("find cached");
  }

  @Test
  void aCacheThatLagsBehindDoesNotCauseASecondWrite() {
    api.lag();
    loop.step();
    script.calls();
    loop.step();

    assertThat(script.calls()).containsExactly("find cached");
    assertThat(events).hasSize(1);
    assertThat(observed).last().isEqualTo(api.node());
  }

  @Test
  void aFieldThatTheServerDoesNotKeepIsNotSentForEver() {
    api.admit(node -> ((ObjectNode) node.get("status")).remove("declaredFeatures"));
    loop.step();
    script.calls();
    loop.step();
    loop.step();
    assertThat(script.calls()).containsExactly("find cached", "patch", "find cached");

    api.edit(node -> node.getMetadata().getLabels().put("touched", "yes"));
    loop.step();
    assertThat(script.calls()).contains("patch");
  }

  @Test
  void labelsThatANodeNeedsComeBack() {
    loop.step();
    api.edit(node -> node.getMetadata().getLabels().remove("kubernetes.io/os"));
    loop.step();

    assertThat(api.node().getMetadata().getLabels()).containsEntry("kubernetes.io/os", "linux");
  }

  @Test
  void whatTheNodeControllerSaysAboutASilentNodeIsCorrected() {
    loop.step();
    api.edit(node -> ready(node).setStatus("Unknown"));
    loop.step();

    assertThat(ready(api.node()).getStatus()).isEqualTo("True");
    assertThat(events).extracting(NodeEvent::reason).containsExactly("NodeReady", "NodeReady");
  }

  @Test
  void rangesOfPodAddressesArePassedOnWhenTheyChange() {
    api.edit(node -> node.getSpec().setPodCIDRs(List.of("10.1.0.0/24")));
    loop.step();
    loop.step();
    api.edit(node -> node.getSpec().setPodCIDRs(List.of("10.1.0.0/24", "fd01::/64")));
    loop.step();

    assertThat(ranges).containsExactly(List.of("10.1.0.0/24"), List.of("10.1.0.0/24", "fd01::/64"));
  }

  @Test
  void rangesThatCouldNotBePassedOnAreTriedAgainAndDoNotHinderTheStatus() {
    podCidrs =
        all -> {
          throw new IllegalStateException("the runtime is down");
        };
    api.edit(node -> node.getSpec().setPodCIDRs(List.of("10.1.0.0/24")));
    loop.step();
    assertThat(ready(api.node()).getStatus()).isEqualTo("True");

    podCidrs = ranges::add;
    loop.step();
    assertThat(ranges).containsExactly(List.of("10.1.0.0/24"));
  }

  @Test
  void aWakeMakesItLookAgain() throws InterruptedException {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(2);
    NodeStatusLoop own =
        loop(
            node -> {
              first.countDown();
              second.countDown();
            });

    own.wake();
    assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
    health = Nodes.unwell("broken");
    own.wake();
    assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();

    assertThat(ready(api.node()).getMessage()).isEqualTo("broken");
    own.close();
  }

  @Test
  void aClosedLoopDoesNothing() {
    loop.close();

    assertThat(loop.step()).isEqualTo(Lane.Next.DONE);
    assertThat(script.calls()).isEmpty();
  }

  private static NodeCondition ready(Node node) {
    return NodeConditionRules.find(node.getStatus().getConditions(), "Ready").orElseThrow();
  }

  private static Lane.Next after(long millis) {
    return new Lane.Next.After(Duration.ofMillis(millis));
  }

  private NodeStatusLoop loop(Consumer<Node> onObserved) {
    return new NodeStatusLoop(
        api,
        new CallDeadline(timers, CallScript.DEADLINE),
        new NodeStatusLoop.Making(
            Nodes.objects(), () -> Nodes.observed(timers.now(), health), KubernetesJson.mapper()),
        new StatusPace(Duration.ofSeconds(10), Duration.ofMinutes(5), new Jitter(() -> random)),
        new StatusListeners(onObserved, all -> podCidrs.accept(all), events::add, () -> stalls++),
        timers);
  }
}
