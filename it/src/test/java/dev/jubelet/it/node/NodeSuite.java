package dev.jubelet.it.node;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that each have a kubelet of their own on the shared containerd. */
abstract class NodeSuite {
  final PrivateContainerd containerd;
  final TestNode node;

  NodeSuite(PrivateContainerd containerd) {
    this(containerd, "");
  }

  /** Takes more lines of the kubelet's configuration. */
  NodeSuite(PrivateContainerd containerd, String moreConfig) {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, containerd.endpoint(), moreConfig);
  }

  @BeforeEach
  void start() {
    node.startKubelet();
  }

  @AfterEach
  void close() {
    node.close();
  }
}
