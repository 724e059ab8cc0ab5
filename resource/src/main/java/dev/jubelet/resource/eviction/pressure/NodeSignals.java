package dev.jubelet.resource.eviction.pressure;

import java.util.Map;
import java.util.Optional;

/** Reads what the node has left. Thread: the eviction lane; may take a moment. */
public interface NodeSignals {

  /** Which disks there are; empty while the runtime has not said where its own are. */
  Optional<DiskLayout> layout();

  /** Reads everything now; what cannot be read is missing. */
  Map<NodeSignal, Reading> read();
}
