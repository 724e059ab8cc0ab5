package dev.jubelet.pod.worker;

import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.plan.CrashLoopBackOffs;
import dev.jubelet.pod.plan.Planner;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the workers of all pods share, in the order in which a pass uses it.
 *
 * @param networkProblem why pods cannot have a network now; empty when they can
 * @param restarts what the restart back-off of a pod begins with
 * @param resync how long a pod that is settled is left alone
 */
public record PodServices(
    PodRuntime runtime,
    ProbeLifecycle probes,
    StatusReports statuses,
    Supplier<Optional<String>> networkProblem,
    CgroupLifecycle cgroups,
    VolumeLifecycle volumes,
    PodTeardown teardown,
    PodEvents events,
    WorkerListener listener,
    Planner planner,
    CrashLoopBackOffs restarts,
    Duration resync,
    Timers timers,
    Timeline timeline) {}
