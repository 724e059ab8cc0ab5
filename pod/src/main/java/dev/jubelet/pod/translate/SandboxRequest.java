package dev.jubelet.pod.translate;

import dev.jubelet.pod.translate.net.ResolvConf;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/**
 * The sandbox to describe. {@code nodeDns} is what the node's resolver file says now; empty when
 * the node is configured to have none.
 */
public record SandboxRequest(Pod pod, int attempt, Optional<ResolvConf> nodeDns) {}
