package dev.jubelet.it.faults;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests that share a kubelet whose way to the runtime they break; each ends with it whole. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FaultSuite {
  final FaultyNode faulty;
  final TestNode node;

  FaultSuite(PrivateContainerd containerd) {
    faulty = new FaultyNode(containerd);
    node = faulty.node();
  }

  @BeforeAll
  void start() {
    node.startKubelet();
  }

  @AfterEach
  void heal() {
    faulty.rules().clear();
  }

  @AfterAll
  void close() {
    faulty.close();
  }
}
