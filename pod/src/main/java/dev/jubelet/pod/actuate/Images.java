package dev.jubelet.pod.actuate;

import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.base.Timeline;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ImageOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;

/** Gets images onto the machine, if their policy wants that; blocks meanwhile. */
public interface Images {

  /** The image of a container. The step is told what it had to wait for. */
  ImageOutcome ensure(
      Pod pod, ContainerSpec container, PodSandboxConfig sandbox, Timeline.Step step);

  /** The image that a volume of the pod consists of. */
  ImageOutcome ensureVolume(Pod pod, Volume volume, PodSandboxConfig sandbox, Timeline.Step step);
}
