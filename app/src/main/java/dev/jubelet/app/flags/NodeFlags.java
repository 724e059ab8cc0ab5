package dev.jubelet.app.flags;

import static dev.jubelet.app.flags.Syntaxes.BOOL;
import static dev.jubelet.app.flags.Syntaxes.DURATION;
import static dev.jubelet.app.flags.Syntaxes.INT32;
import static dev.jubelet.app.flags.Syntaxes.LABELS;
import static dev.jubelet.app.flags.Syntaxes.STRING;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Flags about this one node, which have no counterpart in a configuration file. */
public final class NodeFlags {
  private static final FlagGroup FLAGS = new FlagGroup();
  private static final String USE_EVICTION = "use --eviction-hard or --eviction-soft instead";
  private static final String LEAVING = "it will go away without replacement";

  public static final Flag<String> CONFIG =
      FLAGS.honours("config", STRING, "", "File with the KubeletConfiguration.");
  public static final Flag<String> CONFIG_DIR =
      FLAGS.honours("config-dir", STRING, "", "Directory of *.conf files merged over --config.");
  public static final Flag<String> KUBECONFIG =
      FLAGS.honours(
          "kubeconfig",
          STRING,
          "",
          "How to reach the API server; without it the node is standalone.");
  public static final Flag<String> BOOTSTRAP_KUBECONFIG =
      FLAGS.honours(
          "bootstrap-kubeconfig",
          STRING,
          "",
          "Kubeconfig used once to ask for a client certificate.");
  public static final Flag<String> HOSTNAME_OVERRIDE =
      FLAGS.honours(
          "hostname-override", STRING, "", "Name of the node instead of the host's name.");
  public static final Flag<String> NODE_IP =
      FLAGS.honours(
          "node-ip",
          STRING,
          "",
          "Address of the node, or an IPv4,IPv6 pair; 0.0.0.0 or :: prefers a family.");
  public static final Flag<String> CERT_DIR =
      FLAGS.honours(
          "cert-dir", STRING, "/var/lib/kubelet/pki", "Directory of certificates and keys.");
  public static final Flag<String> CLOUD_PROVIDER =
      FLAGS.honours(
          "cloud-provider",
          STRING,
          "",
          "Empty, or \"external\" when a cloud controller completes the node.");
  public static final Flag<String> ROOT_DIR =
      FLAGS.honours("root-dir", STRING, "/var/lib/kubelet", "Directory of the agent's own files.");
  public static final Flag<Boolean> SECCOMP_DEFAULT =
      FLAGS.honours(
          "seccomp-default",
          BOOL,
          false,
          "Use RuntimeDefault for containers without a seccomp profile.");
  public static final Flag<Map<String, String>> NODE_LABELS =
      FLAGS.honours("node-labels", LABELS, Map.of(), "Labels of the node when it registers.");
  public static final Flag<String> LOCK_FILE =
      FLAGS.parses("lock-file", STRING, "", "File to lock while running.");
  public static final Flag<Boolean> EXIT_ON_LOCK_CONTENTION =
      FLAGS.parses(
          "exit-on-lock-contention", BOOL, false, "Exit when another process wants --lock-file.");
  public static final Flag<String> RUNTIME_CGROUPS =
      FLAGS.honours("runtime-cgroups", STRING, "", "Cgroup of the container runtime.");
  public static final Flag<String> IMAGE_CREDENTIAL_PROVIDER_CONFIG =
      FLAGS.honours(
          "image-credential-provider-config",
          STRING,
          "",
          "File or directory that lists credential plugins.");
  public static final Flag<String> IMAGE_CREDENTIAL_PROVIDER_BIN_DIR =
      FLAGS.honours(
          "image-credential-provider-bin-dir", STRING, "", "Directory of the credential plugins.");
  public static final Flag<Duration> MINIMUM_CONTAINER_TTL_DURATION =
      FLAGS.phasesOut(
          "minimum-container-ttl-duration",
          DURATION,
          Duration.ZERO,
          "Least age of a dead container before it is removed.",
          USE_EVICTION);
  public static final Flag<Integer> MAXIMUM_DEAD_CONTAINERS_PER_CONTAINER =
      FLAGS.phasesOut(
          "maximum-dead-containers-per-container",
          INT32,
          1,
          "Dead instances to keep of each container.",
          USE_EVICTION);
  public static final Flag<Integer> MAXIMUM_DEAD_CONTAINERS =
      FLAGS.phasesOut(
          "maximum-dead-containers",
          INT32,
          -1,
          "Dead containers to keep in all; negative for no limit.",
          USE_EVICTION);
  public static final Flag<String> EXPERIMENTAL_MOUNTER_PATH =
      FLAGS.retires(
          "experimental-mounter-path",
          STRING,
          "",
          "Program that mounts instead of mount(8).",
          LEAVING);
  public static final Flag<Boolean> EXPERIMENTAL_ALLOCATABLE_IGNORE_EVICTION =
      FLAGS.stillHonours(
          "experimental-allocatable-ignore-eviction",
          BOOL,
          false,
          "Leave hard eviction thresholds in what pods may use.",
          LEAVING);

  static final List<Flag<?>> ALL = FLAGS.all();

  private NodeFlags() {}
}
