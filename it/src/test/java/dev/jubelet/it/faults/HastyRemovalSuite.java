package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods that are removed while they start; run on each containerd. */
abstract class HastyRemovalSuite {
  private static final int PODS = 40;
  private static final Duration APART = Duration.ofMillis(5);

  private final TestNode node;

  HastyRemovalSuite(PrivateContainerd containerd) {
    node = TestNode.prepare(containerd, containerd.endpoint(), "");
  }

  @BeforeEach
  void start() {
    node.startKubelet();
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void aPodRemovedAtAnyMomentOfItsStartLeavesNothing() {
    for (int i = 0; i < PODS; i++) {
      String name = "hasty-" + i;
      node.apply(
          Manifests.pod(name)
              .graceSeconds(1)
              .container("main", node.containerd().image(), "exec sleep 3600"),
          name);
      node.await("it is seen", () -> node.find(name).isPresent());
      LockSupport.parkNanos(APART.multipliedBy(i).toNanos());
      node.remove(name);
    }
    for (int i = 0; i < PODS; i++) {
      node.awaitGone("hasty-" + i);
    }
    assertThat(node.log()).doesNotContain("cannot delete running task");
  }
}
