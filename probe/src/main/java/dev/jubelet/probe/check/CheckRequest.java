package dev.jubelet.probe.check;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Probe;
import java.time.Duration;

/** Whom to ask and how. {@code podIp} is where the container listens, unless the probe says. */
public record CheckRequest(
    Pod pod, Container container, String containerId, String podIp, Probe probe) {

  Duration timeout() {
    Integer seconds = probe.getTimeoutSeconds();
    return Duration.ofSeconds(seconds == null || seconds < 1 ? 1 : seconds);
  }
}
