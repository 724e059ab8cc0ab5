package dev.jubelet.pod.translate.net;

import static dev.jubelet.pod.translate.spec.SpecValues.hostNetwork;
import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.pod.translate.spec.PodNames;
import dev.jubelet.pod.translate.spec.TranslationWarning;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodDNSConfig;
import io.fabric8.kubernetes.api.model.PodDNSConfigOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which resolver configuration a pod gets by its DNS policy and its own additions. Thread: any. */
public final class DnsRules {
  private static final List<String> CLUSTER_OPTIONS = List.of("ndots:5");
  private static final String NO_CLUSTER_DNS =
      "kubelet does not have ClusterDNS IP configured and cannot create Pod using"
          + " \"ClusterFirst\" policy. Falling back to \"Default\" policy.";

  private final DnsSettings settings;

  public DnsRules(DnsSettings settings) {
    this.settings = settings;
  }

  /** {@code node} is the node's own resolver file; empty when the node is told to have none. */
  public DnsOutcome forPod(Pod pod, Optional<ResolvConf> node) {
    List<TranslationWarning> warnings = new ArrayList<>();
    ResolvConf config =
        switch (policyOf(pod)) {
          case "None" -> ResolvConf.EMPTY;
          case "Default" -> nodeConfig(node);
          default -> clusterConfig(pod, node, warnings);
        };
    PodDNSConfig own = pod.getSpec().getDnsConfig();
    if (own != null) {
      config = withOwn(config, own);
    }
    return new DnsOutcome(DnsLimits.apply(config, warnings), warnings);
  }

  /** On the node's network the cluster's DNS must be asked for by name. */
  private static String policyOf(Pod pod) {
    String policy = text(pod.getSpec().getDnsPolicy(), "ClusterFirst");
    return policy.equals("ClusterFirst") && hostNetwork(pod) ? "Default" : policy;
  }

  private ResolvConf clusterConfig(
      Pod pod, Optional<ResolvConf> node, List<TranslationWarning> warnings) {
    if (settings.clusterServers().isEmpty()) {
      warnings.add(TranslationWarning.ofNode("MissingClusterDNS", NO_CLUSTER_DNS));
      warnings.add(
          TranslationWarning.ofPod(
              "MissingClusterDNS", "pod: \"" + PodNames.inMessages(pod) + "\". " + NO_CLUSTER_DNS));
      return nodeConfig(node);
    }
    List<String> nodeSearches = node.orElse(ResolvConf.EMPTY).searches();
    return new ResolvConf(
        settings.clusterServers(), clusterSearches(pod, nodeSearches), CLUSTER_OPTIONS);
  }

  private List<String> clusterSearches(Pod pod, List<String> nodeSearches) {
    String domain = settings.clusterDomain();
    if (domain.isEmpty()) {
      return nodeSearches;
    }
    String namespace = pod.getMetadata().getNamespace();
    return joined(List.of(namespace + ".svc." + domain, "svc." + domain, domain), nodeSearches);
  }

  /** Without a resolver file a pod asks a server on its own loopback, as a bare resolver does. */
  private ResolvConf nodeConfig(Optional<ResolvConf> node) {
    return node.orElseGet(() -> new ResolvConf(loopbackServers(), List.of("."), List.of()));
  }

  private List<String> loopbackServers() {
    if (settings.nodeIps().isEmpty()) {
      return List.of("127.0.0.1");
    }
    return settings.nodeIps().stream().map(ip -> ip.contains(":") ? "::1" : "127.0.0.1").toList();
  }

  private static ResolvConf withOwn(ResolvConf config, PodDNSConfig own) {
    return new ResolvConf(
        joined(config.servers(), list(own.getNameservers())),
        joined(config.searches(), list(own.getSearches())),
        mergedOptions(config.options(), list(own.getOptions())));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toList();
  }

  private static List<String> mergedOptions(List<String> options, List<PodDNSConfigOption> own) {
    Map<String, String> byName = new LinkedHashMap<>();
    options.forEach(option -> byName.put(ResolvConf.optionName(option), option));
    for (PodDNSConfigOption option : own) {
      String value = text(option.getValue());
      byName.put(
          option.getName(), value.isEmpty() ? option.getName() : option.getName() + ":" + value);
    }
    return List.copyOf(byName.values());
  }
}
