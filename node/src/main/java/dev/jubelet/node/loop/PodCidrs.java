package dev.jubelet.node.loop;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the node's ranges of pod addresses on when they change.
 *
 * <p>Thread: the status lane. Owns: the ranges that were passed on.
 */
final class PodCidrs {
  private static final Logger log = LoggerFactory.getLogger(PodCidrs.class);

  private final Consumer<List<String>> sink;
  private List<String> passed = List.of();

  PodCidrs(Consumer<List<String>> sink) {
    this.sink = sink;
  }

  /** Whether new ranges were passed on. */
  boolean pass(Node node) {
    NodeSpec spec = node.getSpec();
    List<String> ranges = spec == null ? List.of() : List.copyOf(spec.getPodCIDRs());
    if (ranges.isEmpty() || ranges.equals(passed)) {
      return false;
    }
    try {
      sink.accept(ranges);
    } catch (RuntimeException e) {
      // A runtime that cannot take them must not keep the node from reporting.
      log.atError().setCause(e).addKeyValue("podCIDRs", ranges).log("Cannot set the pod CIDRs");
      return false;
    }
    passed = ranges;
    return true;
  }
}
