package dev.jubelet.app.config.field;

import static dev.jubelet.app.config.field.Types.BOOL;
import static dev.jubelet.app.config.field.Types.DOUBLE;
import static dev.jubelet.app.config.field.Types.DURATION;
import static dev.jubelet.app.config.field.Types.MEMORY_RESERVATIONS;
import static dev.jubelet.app.config.field.Types.STRING;
import static dev.jubelet.app.config.field.Types.STRINGS;
import static dev.jubelet.app.config.field.Types.STRING_MAP;

import dev.jubelet.app.config.value.MemoryReservation;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Cgroups, what is set aside for the system, and who gets which CPU and memory. */
public final class ResourceFields {
  private static final FieldGroup FIELDS = new FieldGroup();

  public static final Field<String> KUBELET_CGROUPS =
      FIELDS.honours("kubeletCgroups", STRING.plain());
  public static final Field<String> SYSTEM_CGROUPS =
      FIELDS.honours("systemCgroups", STRING.plain());
  public static final Field<String> CGROUP_ROOT = FIELDS.honours("cgroupRoot", STRING.plain());
  public static final Field<Boolean> CGROUPS_PER_QOS =
      FIELDS.honours("cgroupsPerQOS", BOOL.pointer(true));
  public static final Field<String> CGROUP_DRIVER =
      FIELDS.honours("cgroupDriver", STRING.plain("cgroupfs"));
  public static final Field<Boolean> FAIL_CGROUP_V1 =
      FIELDS.honours("failCgroupV1", BOOL.pointer(true));
  public static final Field<Boolean> FAIL_SWAP_ON =
      FIELDS.honours("failSwapOn", BOOL.pointer(true));
  public static final Field<String> SWAP_BEHAVIOR =
      FIELDS.honours("memorySwap.swapBehavior", STRING.plain());
  public static final Field<Boolean> SINGLE_PROCESS_OOM_KILL =
      FIELDS.honours("singleProcessOOMKill", BOOL.pointer());
  public static final Field<Map<String, String>> SYSTEM_RESERVED =
      FIELDS.honours("systemReserved", STRING_MAP.plain());
  public static final Field<Map<String, String>> KUBE_RESERVED =
      FIELDS.honours("kubeReserved", STRING_MAP.plain());
  public static final Field<String> RESERVED_SYSTEM_CPUS =
      FIELDS.honours("reservedSystemCPUs", STRING.plain());
  public static final Field<String> SYSTEM_RESERVED_CGROUP =
      FIELDS.honours("systemReservedCgroup", STRING.plain());
  public static final Field<String> KUBE_RESERVED_CGROUP =
      FIELDS.honours("kubeReservedCgroup", STRING.plain());
  public static final Field<List<String>> ENFORCE_NODE_ALLOCATABLE =
      FIELDS.honours("enforceNodeAllocatable", STRINGS.pointer(List.of("pods")));
  public static final Field<List<MemoryReservation>> RESERVED_MEMORY =
      FIELDS.parses("reservedMemory", MEMORY_RESERVATIONS.plain());
  public static final Field<Map<String, String>> QOS_RESERVED =
      FIELDS.honours("qosReserved", STRING_MAP.plain());
  public static final Field<String> CPU_MANAGER_POLICY =
      FIELDS.parses("cpuManagerPolicy", STRING.plain("none"));
  public static final Field<Map<String, String>> CPU_MANAGER_POLICY_OPTIONS =
      FIELDS.parses("cpuManagerPolicyOptions", STRING_MAP.plain());
  public static final Field<Duration> CPU_MANAGER_RECONCILE_PERIOD =
      FIELDS.parses("cpuManagerReconcilePeriod", DURATION.plain(Duration.ofSeconds(10)));
  public static final Field<String> MEMORY_MANAGER_POLICY =
      FIELDS.parses("memoryManagerPolicy", STRING.plain("None"));
  public static final Field<String> TOPOLOGY_MANAGER_POLICY =
      FIELDS.parses("topologyManagerPolicy", STRING.plain("none"));
  public static final Field<String> TOPOLOGY_MANAGER_SCOPE =
      FIELDS.parses("topologyManagerScope", STRING.plain("container"));
  public static final Field<Map<String, String>> TOPOLOGY_MANAGER_POLICY_OPTIONS =
      FIELDS.parses("topologyManagerPolicyOptions", STRING_MAP.plain());
  public static final Field<Double> MEMORY_THROTTLING_FACTOR =
      FIELDS.honours("memoryThrottlingFactor", DOUBLE.pointer(0.9));
  public static final Field<String> MEMORY_RESERVATION_POLICY =
      FIELDS.honours("memoryReservationPolicy", STRING.plain("None"));
  public static final Field<Boolean> PROTECT_KERNEL_DEFAULTS =
      FIELDS.honours("protectKernelDefaults", BOOL.plain());

  static final List<Field<?>> ALL = FIELDS.all();

  private ResourceFields() {}
}
