package dev.jubelet.volume.flex;

import dev.jubelet.volume.attach.ControllerAttach;

/** Who has drivers attach their volumes to this node. */
public sealed interface Attacher {
  /** The agent; {@code name} is that of the node. */
  record Node(String name) implements Attacher {}

  /** Controllers, which have the driver as well. */
  record Controllers(ControllerAttach attach) implements Attacher {}
}
