package dev.jubelet.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.testing.cri.CriProxy;
import dev.jubelet.testing.cri.ProxyAction;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Leftovers;
import dev.jubelet.testing.node.NodeRuntime;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random pods, random harm, one agent on a real containerd. {@code -Djubelet.chaos.seconds=} makes
 * it longer. The seed is printed; {@code -Djubelet.chaos.seed=} repeats the choices, though not the
 * moments at which they meet the node.
 *
 * <p>The agent reaches containerd through a proxy that lets containerd finish what an agent had
 * begun when it was killed. Told to stop in the middle of a start, containerd 2.1 leaves about one
 * container in ten behind (a task that it does not know, or a start that never ends), which no call
 * of the CRI removes until containerd itself starts again.
 */
@Rule({"4.8", "6.14", "6.15", "7.2"})
abstract class ChaosSuite {
  private static final Duration LENGTH =
      Duration.ofSeconds(Long.getLong("jubelet.chaos.seconds", 30));
  private static final int STEPS_BETWEEN_CHECKS = 8;

  private static final List<String> MAKING =
      List.of("RunPodSandbox", "CreateContainer", "StartContainer");

  private final long seed = Long.getLong("jubelet.chaos.seed", System.nanoTime());
  private final PrivateContainerd containerd;

  @TempDir private Path folder;

  ChaosSuite(PrivateContainerd containerd) {
    this.containerd = containerd;
  }

  @Test
  void podsLiveByTheirRulesWhateverHappens() {
    System.out.println("seed of the chaos: " + seed);
    String fastRestarts = "crashLoopBackOff: {maxContainerRestartPeriod: 1s}\n";
    try (SystemTimers timers = new SystemTimers();
        CriProxy proxy = new CriProxy(folder.resolve("cri.sock"), real(), timers);
        NodeRuntime runtime = new NodeRuntime(containerd);
        TestNode node = TestNode.prepare(containerd, proxy.endpoint().text(), fastRestarts)) {
      MAKING.forEach(rpc -> proxy.rules().always(rpc, new ProxyAction.Finish()));
      node.startKubelet();
      try (Sampler sampler = new Sampler(node, runtime)) {
        Chaos chaos = new Chaos(new Random(seed), node, runtime, sampler);
        try {
          harm(chaos, sampler.invariants());
          chaos.removeAll();
          awaitNothingLeft(node, new Leftovers(node, runtime));
          assertThat(sampler.invariants().violations()).isEmpty();
        } catch (AssertionError e) {
          System.out.println("with seed " + seed + " after:\n" + chaos.history());
          throw e;
        }
        System.out.println(chaos.steps() + " steps, " + sampler.samples() + " samples");
      }
    }
  }

  private CriEndpoint real() {
    return CriEndpoint.parse(containerd.endpoint());
  }

  private static void harm(Chaos chaos, Invariants invariants) {
    long end = System.nanoTime() + LENGTH.toNanos();
    do {
      for (int i = 0; i < STEPS_BETWEEN_CHECKS; i++) {
        chaos.step();
      }
      chaos.settle();
      assertThat(invariants.violations()).isEmpty();
    } while (System.nanoTime() < end);
  }

  private static void awaitNothingLeft(TestNode node, Leftovers leftovers) {
    List<String> last = new ArrayList<>();
    try {
      node.await(
          "nothing is left",
          () -> {
            last.clear();
            last.addAll(leftovers.find());
            return last.isEmpty() && node.pods().isEmpty();
          });
    } catch (AssertionError e) {
      throw new AssertionError("left: " + last, e);
    }
  }
}
