package dev.jubelet.pod.translate;

import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.pod.translate.net.DnsSettings;
import dev.jubelet.pod.translate.security.IsolationSettings;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.Function;

/**
 * What sandboxes need to know about the node. The functions are the formulas of other parts: the
 * pod's cgroup in the syntax of the cgroup driver, the sum of its containers' resources without
 * overhead, and its overhead. The runtime classes are those of the cluster.
 */
public record SandboxSettings(
    PodLogPaths logs,
    DnsSettings dns,
    IsolationSettings isolation,
    Function<Pod, String> cgroupParent,
    Function<Pod, LinuxContainerResources> resources,
    Function<Pod, LinuxContainerResources> overhead,
    RuntimeClasses runtimeClasses) {}
