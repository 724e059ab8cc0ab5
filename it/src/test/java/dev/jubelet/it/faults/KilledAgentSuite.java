package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.cri.ProxyAction;
import dev.jubelet.testing.cri.ProxyRules;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.rule.Rule;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The agent is killed with -9 at each call that the start and the removal of a pod make, and
 * started again: the pod comes up whole and goes away without a trace.
 */
@Rule("4.7")
abstract class KilledAgentSuite extends FaultSuite {
  private static final int MORE_THAN_EVER = 60;

  KilledAgentSuite(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void afterEachCallOfAStartAndOfARemoval() {
    int kills = 0;
    int before;
    int nth = 0;
    do {
      nth++;
      int call = nth;
      before = kills;
      kills += life("after-" + nth, (rules, kill) -> rules.onStep(call, kill.afterTheCall()));
    } while (kills > before && nth < MORE_THAN_EVER);
    assertThat(kills).as("kills").isGreaterThan(12);
    System.out.println("killed after " + kills + " calls, the last being number " + (nth - 1));
  }

  @ParameterizedTest
  @CsvSource({
    "RunPodSandbox, 1", "CreateContainer, 1", "StartContainer, 1", "CreateContainer, 2",
    "StartContainer, 2", "StopContainer, 1", "StopContainer, 2", "StopPodSandbox, 1",
    "RemovePodSandbox, 1",
  })
  void beforeACallThatChangesSomething(String rpc, int nth) {
    assertThat(
            life(
                "before-" + rpc.toLowerCase(Locale.ROOT) + "-" + nth,
                (rules, kill) -> rules.onCall(rpc, nth, kill.beforeTheCall())))
        .isEqualTo(1);
  }

  @Test
  void whileTheRuntimeMakesTheSandbox() {
    assertThat(life("during", (rules, kill) -> rules.onCall("RunPodSandbox", 1, soon(kill))))
        .isEqualTo(1);
  }

  private ProxyAction soon(Kill kill) {
    return new ProxyAction.RunBefore(
        () -> faulty.timers().after(Duration.ofMillis(20), kill::happen));
  }

  /** Starts and removes a pod, each under the rule; returns how many kills there were. */
  private int life(String pod, BiConsumer<ProxyRules, Kill> rule) {
    Kill atStart = arm(rule);
    faulty.apply(pod, "main", "side");
    int kills = recover(atStart.awaitUnless(pod + " is ready", () -> node.isReadyNow(pod)));
    String uid = faulty.awaitWhole(pod, "main", "side").getMetadata().getUid();

    Kill atRemoval = arm(rule);
    node.remove(pod);
    kills += recover(atRemoval.awaitUnless(pod + " is gone", () -> isGone(uid)));
    faulty.awaitNothingLeft(pod, uid);
    return kills;
  }

  private Kill arm(BiConsumer<ProxyRules, Kill> rule) {
    Kill kill = new Kill(node);
    faulty.rules().clear();
    rule.accept(faulty.rules(), kill);
    return kill;
  }

  private int recover(boolean killed) {
    faulty.rules().clear();
    if (killed) {
      node.startKubelet();
    }
    return killed ? 1 : 0;
  }

  private boolean isGone(String uid) {
    return node.podsIfAnswering().filter(pods -> pods.isEmpty()).isPresent()
        && !faulty.hasDirectory(uid);
  }
}
