package dev.jubelet.pod.actuate;

import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.base.Timeline;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ImageOutcome;
import io.fabric8.kubernetes.api.model.Pod;

/** Gets the image of a container onto the machine, if its policy wants that; blocks meanwhile. */
@FunctionalInterface
public interface Images {

  /** The step is told what the image had to wait for. */
  ImageOutcome ensure(
      Pod pod, ContainerSpec container, PodSandboxConfig sandbox, Timeline.Step step);
}
