package dev.jubelet.volume.attach;

/** Who attaches volumes to this node. */
public sealed interface Attacher {
  /** The agent itself, as far as there is something to do; {@code nodeName} is that of the node. */
  record Kubelet(String nodeName) implements Attacher {}

  /** Controllers of the cluster, which say in the Node object what they have attached. */
  record Controller() implements Attacher {}
}
