package dev.jubelet.pod.translate;

import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.pod.translate.env.EnvironmentSources;
import dev.jubelet.pod.translate.security.SecuritySettings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.BiFunction;

/**
 * What containers need to know about the node. {@code resources} is the formula of another part;
 * {@code stopSignals} says whether the feature ContainerStopSignals is on.
 */
public record ContainerSettings(
    PodPaths paths,
    String clusterDomain,
    SecuritySettings security,
    EnvironmentSources environment,
    BiFunction<Pod, Container, LinuxContainerResources> resources,
    boolean stopSignals) {}
