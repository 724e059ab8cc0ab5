package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.pod.model.NodePressure;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the node is short of now: the one place for its conditions and for admission.
 *
 * <p>Thread: any; set by the eviction lane. Owns: the pressures.
 */
public final class NodePressures {
  private static final Logger log = LoggerFactory.getLogger(NodePressures.class);

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Set<NodePressure> now = Set.of();

  public Set<NodePressure> now() {
    return now;
  }

  /** The listener is told of each change, on the eviction lane, and may not block. */
  public void subscribe(Runnable listener) {
    listeners.add(listener);
  }

  void set(Set<NodePressure> pressures) {
    if (!pressures.equals(now)) {
      log.atInfo()
          .addKeyValue("before", types(now))
          .addKeyValue("now", types(pressures))
          .log("Node pressure has changed");
      now = Set.copyOf(pressures);
      listeners.forEach(Runnable::run);
    }
  }

  private static List<String> types(Set<NodePressure> pressures) {
    return pressures.stream().sorted().map(NodePressure::type).toList();
  }
}
