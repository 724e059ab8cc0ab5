package dev.jubelet.pod.view;

import dev.jubelet.base.Timeline;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The containers of an ending pod whose end is awaited. Pure. */
public final class StoppingContainers {
  private StoppingContainers() {}

  /** While pre-stop hooks run no container is being stopped yet, but all of them are meant. */
  public static List<String> of(List<Timeline.Entry> steps, @Nullable ObservedPod observed) {
    List<String> stopping =
        steps.stream()
            .filter(step -> step.what().equals("kill") && step.end() == null)
            .map(Timeline.Entry::detail)
            .toList();
    return stopping.isEmpty() && observed != null
        ? observed.containers().stream()
            .filter(ObservedContainer::isRunning)
            .map(ObservedContainer::name)
            .toList()
        : stopping;
  }
}
