package dev.jubelet.app.path;

import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.base.Timeline;
import dev.jubelet.image.ImagePuller;
import dev.jubelet.pod.actuate.Images;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ImageOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;

/** Images of containers and volumes, got by one puller. Thread: the lanes. */
record ImageAdapter(ImagePuller puller) implements Images {
  @Override
  public ImageOutcome ensure(
      Pod pod, ContainerSpec container, PodSandboxConfig sandbox, Timeline.Step step) {
    return puller.ensure(pod, container.container(), sandbox, step::waitsFor);
  }

  @Override
  public ImageOutcome ensureVolume(
      Pod pod, Volume volume, PodSandboxConfig sandbox, Timeline.Step step) {
    return puller.ensure(pod, volume.getImage(), sandbox, step::waitsFor);
  }
}
