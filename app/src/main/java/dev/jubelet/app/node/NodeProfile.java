package dev.jubelet.app.node;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.EvictionFields;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.edge.host.HostFacts;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.resource.HugePages;
import dev.jubelet.resource.NodeAllocatable;
import dev.jubelet.resource.NodeCapacity;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Who this node is and what it can give to pods. */
public record NodeProfile(
    String name,
    List<String> ips,
    Map<String, String> labels,
    HostFacts host,
    Map<String, Quantity> capacity,
    Map<String, Quantity> allocatable) {

  /** What a resource runs short of when less than its threshold is left. */
  private static final Map<String, String> SIGNALS =
      Map.of(Amounts.MEMORY, "memory.available", Amounts.EPHEMERAL_STORAGE, "nodefs.available");

  public NodeProfile {
    ips = List.copyOf(ips);
    labels = Map.copyOf(labels);
    capacity = Map.copyOf(capacity);
    allocatable = Map.copyOf(allocatable);
  }

  public static NodeProfile of(KubeletOptions options, HostFacts host) {
    String name = nameOf(options, host);
    Map<String, Quantity> capacity = capacity(options, host);
    return new NodeProfile(
        name,
        NodeAddresses.find(options.flags().get(NodeFlags.NODE_IP)),
        labels(options, name),
        host,
        capacity,
        allocatable(options, capacity));
  }

  /** The node's name alone, which nothing else has to be known for. */
  public static String nameOf(KubeletOptions options, HostFacts host) {
    String override = options.flags().get(NodeFlags.HOSTNAME_OVERRIDE);
    return (override.isEmpty() ? host.hostname() : override).strip().toLowerCase(Locale.ROOT);
  }

  private static Map<String, String> labels(KubeletOptions options, String name) {
    Map<String, String> labels = new HashMap<>(options.flags().get(NodeFlags.NODE_LABELS));
    String arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    labels.put("kubernetes.io/hostname", name);
    labels.put("kubernetes.io/os", "linux");
    labels.put("kubernetes.io/arch", arch);
    return labels;
  }

  private static Map<String, Quantity> capacity(KubeletOptions options, HostFacts host) {
    Map<String, Quantity> capacity =
        NodeCapacity.withHugePages(
            NodeCapacity.of(host.onlineCpus(), host.memoryBytes(), maxPods(options.config(), host)),
            HugePages.capacity(HugePages.POOLS));
    return options.config().get(PodFields.LOCAL_STORAGE_CAPACITY_ISOLATION)
        ? Filesystem.holding(Path.of(options.flags().get(NodeFlags.ROOT_DIR)))
            .map(disk -> NodeCapacity.withDisk(capacity, disk.capacityBytes()))
            .orElse(capacity)
        : capacity;
  }

  private static Map<String, Quantity> allocatable(
      KubeletOptions options, Map<String, Quantity> capacity) {
    Reservations kept = Reservations.of(options.config());
    boolean ignores = options.flags().get(NodeFlags.EXPERIMENTAL_ALLOCATABLE_IGNORE_EVICTION);
    return NodeAllocatable.of(
        capacity,
        kept.system(),
        kept.kube(),
        ignores ? Map.of() : evicted(options.config(), capacity));
  }

  /** Before less than this is left, pods have to go. */
  private static Map<String, Quantity> evicted(
      KubeletConfig config, Map<String, Quantity> capacity) {
    Map<String, Quantity> evicted = new HashMap<>();
    SIGNALS.forEach(
        (resource, signal) -> {
          String threshold = config.get(EvictionFields.EVICTION_HARD).get(signal);
          Quantity has = capacity.get(resource);
          if (threshold != null && has != null) {
            evicted.put(resource, NodeAllocatable.threshold(threshold, has));
          }
        });
    return evicted;
  }

  private static int maxPods(KubeletConfig config, HostFacts host) {
    int most = config.get(PodFields.MAX_PODS);
    int perCore = config.get(PodFields.PODS_PER_CORE);
    return perCore > 0 ? Math.min(most, perCore * host.onlineCpus()) : most;
  }
}
