package dev.jubelet.app.flags;

import static dev.jubelet.app.flags.Syntaxes.BOOL;
import static dev.jubelet.app.flags.Syntaxes.DURATION;
import static dev.jubelet.app.flags.Syntaxes.INT32;
import static dev.jubelet.app.flags.Syntaxes.MEMORY_RESERVATIONS;
import static dev.jubelet.app.flags.Syntaxes.ONE_PAIR;
import static dev.jubelet.app.flags.Syntaxes.PAIRS;
import static dev.jubelet.app.flags.Syntaxes.STRING;
import static dev.jubelet.app.flags.Syntaxes.STRINGS;
import static dev.jubelet.app.flags.Syntaxes.THRESHOLDS;

import dev.jubelet.app.config.field.EvictionFields;
import dev.jubelet.app.config.field.ResourceFields;
import java.util.List;

/** Flags that set fields about cgroups, reservations and eviction. */
final class ResourceFlags {
  private static final FlagGroup FLAGS = FlagGroup.ofFields();

  static {
    FLAGS.shadows(
        ResourceFields.FAIL_SWAP_ON, "fail-swap-on", BOOL, "Refuse to start while swap is on.");
    FLAGS.sets(
        ResourceFields.FAIL_CGROUP_V1,
        "fail-cgroupv1",
        BOOL,
        "Refuse to start on a host with cgroup v1.");
    FLAGS.shadows(
        ResourceFields.KUBELET_CGROUPS, "kubelet-cgroups", STRING, "Cgroup to run the agent in.");
    FLAGS.shadows(
        ResourceFields.SYSTEM_CGROUPS,
        "system-cgroups",
        STRING,
        "Cgroup for processes without one.");
    FLAGS.shadows(
        ResourceFields.CGROUPS_PER_QOS,
        "cgroups-per-qos",
        BOOL,
        "Keep pods in cgroups by quality of service.");
    FLAGS.shadows(
        ResourceFields.CGROUP_DRIVER,
        "cgroup-driver",
        STRING,
        "cgroupfs or systemd; the runtime's answer wins.");
    FLAGS.shadows(
        ResourceFields.CGROUP_ROOT, "cgroup-root", STRING, "Cgroup below which pods run.");
    FLAGS.shadows(
        ResourceFields.CPU_MANAGER_POLICY, "cpu-manager-policy", STRING, "none or static.");
    FLAGS.shadows(
        ResourceFields.CPU_MANAGER_POLICY_OPTIONS,
        "cpu-manager-policy-options",
        ONE_PAIR,
        "Options of the CPU policy; repeat the flag for each.");
    FLAGS.shadows(
        ResourceFields.CPU_MANAGER_RECONCILE_PERIOD,
        "cpu-manager-reconcile-period",
        DURATION,
        "Pause between checks of CPU assignments.");
    FLAGS.shadows(
        ResourceFields.QOS_RESERVED,
        "qos-reserved",
        PAIRS,
        "Share of memory kept for higher quality of service.");
    FLAGS.shadows(
        ResourceFields.TOPOLOGY_MANAGER_POLICY,
        "topology-manager-policy",
        STRING,
        "none, best-effort, restricted or single-numa-node.");
    FLAGS.shadows(
        ResourceFields.TOPOLOGY_MANAGER_SCOPE,
        "topology-manager-scope",
        STRING,
        "container or pod.");
    FLAGS.shadows(
        ResourceFields.TOPOLOGY_MANAGER_POLICY_OPTIONS,
        "topology-manager-policy-options",
        PAIRS,
        "Options of the topology policy.");
    FLAGS.shadows(
        EvictionFields.KERNEL_MEMCG_NOTIFICATION,
        "kernel-memcg-notification",
        BOOL,
        "Let the kernel tell of memory pressure.");
    FLAGS.shadows(
        EvictionFields.EVICTION_HARD,
        "eviction-hard",
        THRESHOLDS,
        "Thresholds at which pods are evicted at once.");
    FLAGS.shadows(
        EvictionFields.EVICTION_SOFT,
        "eviction-soft",
        THRESHOLDS,
        "Thresholds at which pods are evicted after a while.");
    FLAGS.shadows(
        EvictionFields.EVICTION_SOFT_GRACE_PERIOD,
        "eviction-soft-grace-period",
        PAIRS,
        "How long each soft threshold may be crossed.");
    FLAGS.shadows(
        EvictionFields.EVICTION_PRESSURE_TRANSITION_PERIOD,
        "eviction-pressure-transition-period",
        DURATION,
        "How long a pressure condition outlives its cause.");
    FLAGS.shadows(
        EvictionFields.EVICTION_MAX_POD_GRACE_PERIOD,
        "eviction-max-pod-grace-period",
        INT32,
        "Longest grace in seconds at a soft eviction.");
    FLAGS.shadows(
        EvictionFields.EVICTION_MINIMUM_RECLAIM,
        "eviction-minimum-reclaim",
        PAIRS,
        "How much to free beyond a threshold.");
    FLAGS.shadows(
        ResourceFields.PROTECT_KERNEL_DEFAULTS,
        "protect-kernel-defaults",
        BOOL,
        "Refuse to start rather than change kernel settings.");
    FLAGS.shadows(
        ResourceFields.RESERVED_SYSTEM_CPUS, "reserved-cpus", STRING, "CPUs kept from pods.");
    FLAGS.shadows(
        ResourceFields.SYSTEM_RESERVED, "system-reserved", PAIRS, "Resources kept for the system.");
    FLAGS.shadows(
        ResourceFields.KUBE_RESERVED,
        "kube-reserved",
        PAIRS,
        "Resources kept for Kubernetes' own processes.");
    FLAGS.shadows(
        ResourceFields.ENFORCE_NODE_ALLOCATABLE,
        "enforce-node-allocatable",
        STRINGS,
        "What is held to its share: pods, system-reserved, kube-reserved, none.");
    FLAGS.shadows(
        ResourceFields.SYSTEM_RESERVED_CGROUP,
        "system-reserved-cgroup",
        STRING,
        "Cgroup of the system's processes.");
    FLAGS.shadows(
        ResourceFields.KUBE_RESERVED_CGROUP,
        "kube-reserved-cgroup",
        STRING,
        "Cgroup of Kubernetes' own processes.");
    FLAGS.shadows(
        ResourceFields.MEMORY_MANAGER_POLICY, "memory-manager-policy", STRING, "None or Static.");
    FLAGS.shadows(
        ResourceFields.RESERVED_MEMORY,
        "reserved-memory",
        MEMORY_RESERVATIONS,
        "Memory kept on each NUMA node.");
  }

  static final List<Flag<?>> ALL = FLAGS.all();

  private ResourceFlags() {}
}
