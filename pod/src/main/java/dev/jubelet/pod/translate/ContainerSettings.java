package dev.jubelet.pod.translate;

import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.translate.security.SecuritySettings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.BiFunction;

/**
 * What containers need to know about the node. {@code resources} is the formula of another part;
 * {@code stopSignals} and {@code envFiles} say whether the features ContainerStopSignals and
 * EnvFiles are on.
 */
public record ContainerSettings(
    PodPaths paths,
    String clusterDomain,
    SecuritySettings security,
    ObjectValues objects,
    BiFunction<Pod, Container, LinuxContainerResources> resources,
    boolean stopSignals,
    boolean envFiles) {}
