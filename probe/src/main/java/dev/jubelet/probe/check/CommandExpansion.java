package dev.jubelet.probe.check;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Puts the container's variables into a command of its spec. */
@FunctionalInterface
public interface CommandExpansion {
  List<String> expand(Pod pod, Container container, List<String> command);
}
