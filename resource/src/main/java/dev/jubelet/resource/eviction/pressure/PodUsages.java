package dev.jubelet.resource.eviction.pressure;

import java.util.List;

/** Reads what pods use. Thread: the eviction lane, and only under pressure; may take a moment. */
@FunctionalInterface
public interface PodUsages {

  /** Of all pods that run here, what counts for this resource. */
  List<PodUsage> list(NodeSignal.Starved starved);
}
