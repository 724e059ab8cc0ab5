package dev.jubelet.app.config.field;

import static dev.jubelet.app.config.field.Types.BOOL;
import static dev.jubelet.app.config.field.Types.DURATION;
import static dev.jubelet.app.config.field.Types.INT32;
import static dev.jubelet.app.config.field.Types.INT64;
import static dev.jubelet.app.config.field.Types.STRING;
import static dev.jubelet.app.config.field.Types.STRINGS;

import java.time.Duration;
import java.util.List;

/** What every pod on the node gets: limits, names, network and volumes. */
public final class PodFields {
  private static final FieldGroup FIELDS = new FieldGroup();

  public static final Field<Integer> MAX_PODS = FIELDS.honours("maxPods", INT32.plain(110));
  public static final Field<Integer> PODS_PER_CORE = FIELDS.honours("podsPerCore", INT32.plain());
  public static final Field<String> POD_CIDR = FIELDS.honours("podCIDR", STRING.plain());
  public static final Field<Long> POD_PIDS_LIMIT =
      FIELDS.honours("podPidsLimit", INT64.pointer(-1L));
  public static final Field<String> RESOLV_CONF =
      FIELDS.honours("resolvConf", STRING.pointer("/etc/resolv.conf"));
  public static final Field<String> CLUSTER_DOMAIN =
      FIELDS.honours("clusterDomain", STRING.plain());
  public static final Field<List<String>> CLUSTER_DNS =
      FIELDS.honours("clusterDNS", STRINGS.plain());
  public static final Field<Boolean> CPU_CFS_QUOTA =
      FIELDS.honours("cpuCFSQuota", BOOL.pointer(true));
  public static final Field<Duration> CPU_CFS_QUOTA_PERIOD =
      FIELDS.honours("cpuCFSQuotaPeriod", DURATION.pointer(Duration.ofMillis(100)));
  public static final Field<List<String>> ALLOWED_UNSAFE_SYSCTLS =
      FIELDS.honours("allowedUnsafeSysctls", STRINGS.plain());
  public static final Field<String> HAIRPIN_MODE =
      FIELDS.ignores("hairpinMode", STRING.plain("promiscuous-bridge"));
  public static final Field<Boolean> MAKE_IPTABLES_UTIL_CHAINS =
      FIELDS.honours("makeIPTablesUtilChains", BOOL.pointer(true));
  public static final Field<Integer> IPTABLES_MASQUERADE_BIT =
      FIELDS.ignores("iptablesMasqueradeBit", INT32.pointer(14));
  public static final Field<Integer> IPTABLES_DROP_BIT =
      FIELDS.ignores("iptablesDropBit", INT32.pointer(15));
  public static final Field<String> VOLUME_PLUGIN_DIR =
      FIELDS.honours(
          "volumePluginDir", STRING.plain("/usr/libexec/kubernetes/kubelet-plugins/volume/exec/"));
  public static final Field<Duration> VOLUME_STATS_AGG_PERIOD =
      FIELDS.honours("volumeStatsAggPeriod", DURATION.plain(Duration.ofMinutes(1)));
  public static final Field<Boolean> ENABLE_CONTROLLER_ATTACH_DETACH =
      FIELDS.honours("enableControllerAttachDetach", BOOL.pointer(true));
  public static final Field<String> CONFIG_MAP_AND_SECRET_CHANGE_DETECTION_STRATEGY =
      FIELDS.honours("configMapAndSecretChangeDetectionStrategy", STRING.plain("Watch"));
  public static final Field<Boolean> LOCAL_STORAGE_CAPACITY_ISOLATION =
      FIELDS.honours("localStorageCapacityIsolation", BOOL.pointer(true));
  public static final Field<Long> IDS_PER_POD =
      FIELDS.honours("userNamespaces.idsPerPod", INT64.pointer());

  static final List<Field<?>> ALL = FIELDS.all();

  private PodFields() {}
}
