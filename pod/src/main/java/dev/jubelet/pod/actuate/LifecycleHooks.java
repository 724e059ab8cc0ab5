package dev.jubelet.pod.actuate;

import dev.jubelet.pod.model.ContainerSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * Runs what a container wants to have done after its start and before its end. Blocks meanwhile,
 * for as long as it takes or until the thread is interrupted; returns what went wrong, empty when
 * nothing did.
 */
public interface LifecycleHooks {

  Optional<String> postStart(Pod pod, ContainerSpec spec, String containerId, List<String> podIps);

  Optional<String> preStop(Pod pod, ContainerSpec spec, String containerId, List<String> podIps);
}
