package dev.jubelet.app.flags;

import static dev.jubelet.app.flags.Syntaxes.BOOL;
import static dev.jubelet.app.flags.Syntaxes.DURATION;
import static dev.jubelet.app.flags.Syntaxes.HEADERS;
import static dev.jubelet.app.flags.Syntaxes.INT32;
import static dev.jubelet.app.flags.Syntaxes.INT64;
import static dev.jubelet.app.flags.Syntaxes.STRING;
import static dev.jubelet.app.flags.Syntaxes.STRINGS;
import static dev.jubelet.app.flags.Syntaxes.URL;

import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.config.field.SourceFields;
import java.util.List;

/** Flags that set fields about pods, their sources, the runtime and images. */
final class PodFlags {
  private static final FlagGroup FLAGS = FlagGroup.ofFields();

  static {
    FLAGS.shadows(
        SourceFields.STATIC_POD_PATH,
        "pod-manifest-path",
        STRING,
        "File or directory of static pods.");
    FLAGS.shadows(
        SourceFields.SYNC_FREQUENCY,
        "sync-frequency",
        DURATION,
        "Longest time between two looks at a running pod.");
    FLAGS.shadows(
        SourceFields.FILE_CHECK_FREQUENCY,
        "file-check-frequency",
        DURATION,
        "Pause between listings of the static pod directory.");
    FLAGS.shadows(
        SourceFields.HTTP_CHECK_FREQUENCY,
        "http-check-frequency",
        DURATION,
        "Pause between fetches of static pods over HTTP.");
    FLAGS.shadows(
        SourceFields.STATIC_POD_URL, "manifest-url", URL, "Address to fetch static pods from.");
    FLAGS.shadows(
        SourceFields.STATIC_POD_URL_HEADER,
        "manifest-url-header",
        HEADERS,
        "Headers to send with that fetch.");
    FLAGS.shadows(
        RuntimeFields.CONTAINER_RUNTIME_ENDPOINT,
        "container-runtime-endpoint",
        STRING,
        "Socket of the container runtime.");
    FLAGS.shadows(
        RuntimeFields.IMAGE_SERVICE_ENDPOINT,
        "image-service-endpoint",
        STRING,
        "Socket of the image service; empty for the runtime's.");
    FLAGS.shadows(
        RuntimeFields.REGISTRY_PULL_QPS,
        "registry-qps",
        INT32,
        "Image pulls per second; 0 for no limit.");
    FLAGS.shadows(
        RuntimeFields.REGISTRY_BURST,
        "registry-burst",
        INT32,
        "Image pulls that may start at once.");
    FLAGS.shadows(
        RuntimeFields.OOM_SCORE_ADJ,
        "oom-score-adj",
        INT32,
        "oom_score_adj of the agent, -1000 to 1000.");
    FLAGS.shadows(
        PodFields.CLUSTER_DOMAIN,
        "cluster-domain",
        STRING,
        "Domain of the cluster, added to the search list of pods.");
    FLAGS.shadows(
        PodFields.VOLUME_PLUGIN_DIR,
        "volume-plugin-dir",
        STRING,
        "Directory of FlexVolume plugins.");
    FLAGS.shadows(
        PodFields.CLUSTER_DNS,
        "cluster-dns",
        STRINGS,
        "DNS servers of pods with the ClusterFirst policy.");
    FLAGS.shadows(
        RuntimeFields.IMAGE_MINIMUM_GC_AGE,
        "minimum-image-ttl-duration",
        DURATION,
        "Least age of an unused image before it is removed.");
    FLAGS.shadows(
        RuntimeFields.IMAGE_GC_HIGH_THRESHOLD_PERCENT,
        "image-gc-high-threshold",
        INT32,
        "Disk usage in percent at which images are removed.");
    FLAGS.shadows(
        RuntimeFields.IMAGE_GC_LOW_THRESHOLD_PERCENT,
        "image-gc-low-threshold",
        INT32,
        "Disk usage in percent down to which images are removed.");
    FLAGS.shadows(
        PodFields.VOLUME_STATS_AGG_PERIOD,
        "volume-stats-agg-period",
        DURATION,
        "Pause between measurements of volumes; negative for none.");
    FLAGS.shadows(
        RuntimeFields.RUNTIME_REQUEST_TIMEOUT,
        "runtime-request-timeout",
        DURATION,
        "Deadline of calls to the runtime.");
    FLAGS.shadows(PodFields.HAIRPIN_MODE, "hairpin-mode", STRING, "Without effect.");
    FLAGS.shadows(PodFields.MAX_PODS, "max-pods", INT32, "Most pods on the node.");
    FLAGS.shadows(
        PodFields.POD_CIDR, "pod-cidr", STRING, "Addresses for pods of a standalone node.");
    FLAGS.shadows(
        PodFields.POD_PIDS_LIMIT,
        "pod-max-pids",
        INT64,
        "Most processes in a pod; -1 for the node's limit.");
    FLAGS.shadows(
        PodFields.RESOLV_CONF,
        "resolv-conf",
        STRING,
        "Resolver file that pods' DNS starts from; empty for none.");
    FLAGS.shadows(RuntimeFields.RUN_ONCE, "runonce", BOOL, "Must stay false.");
    FLAGS.shadows(PodFields.CPU_CFS_QUOTA, "cpu-cfs-quota", BOOL, "Enforce CPU limits.");
    FLAGS.shadows(
        PodFields.CPU_CFS_QUOTA_PERIOD,
        "cpu-cfs-quota-period",
        DURATION,
        "Period of the CPU quota, 1ms to 1s.");
    FLAGS.shadows(
        PodFields.ENABLE_CONTROLLER_ATTACH_DETACH,
        "enable-controller-attach-detach",
        BOOL,
        "Leave attaching of volumes to the controller.");
    FLAGS.shadows(
        PodFields.MAKE_IPTABLES_UTIL_CHAINS,
        "make-iptables-util-chains",
        BOOL,
        "Keep the iptables chain that marks kubelet hosts.");
    FLAGS.shadows(
        RuntimeFields.CONTAINER_LOG_MAX_SIZE,
        "container-log-max-size",
        STRING,
        "Size at which a container log is rotated.");
    FLAGS.shadows(
        RuntimeFields.CONTAINER_LOG_MAX_FILES,
        "container-log-max-files",
        INT32,
        "Log files to keep of each container.");
    FLAGS.shadows(
        PodFields.ALLOWED_UNSAFE_SYSCTLS,
        "allowed-unsafe-sysctls",
        STRINGS,
        "Sysctls, or prefixes with *, that pods may set.");
    FLAGS.shadows(
        PodFields.LOCAL_STORAGE_CAPACITY_ISOLATION,
        "local-storage-capacity-isolation",
        BOOL,
        "Count and limit ephemeral storage.");
    FLAGS.shadows(
        RuntimeFields.MAX_OPEN_FILES,
        "max-open-files",
        INT64,
        "Most files the agent may hold open.");
    FLAGS.shadows(
        RuntimeFields.SERIALIZE_IMAGE_PULLS,
        "serialize-image-pulls",
        BOOL,
        "Pull one image at a time.");
    FLAGS.shadows(
        PodFields.PODS_PER_CORE, "pods-per-core", INT32, "Most pods per core; 0 for no limit.");
  }

  static final List<Flag<?>> ALL = FLAGS.all();

  private PodFlags() {}
}
