package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ProbeResults;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;

/** Everything a plan is made from. */
public record PlanInput(
    Pod pod, ObservedPod observed, ProbeResults probes, CrashLoopBackOffs backOffs, Instant now) {}
