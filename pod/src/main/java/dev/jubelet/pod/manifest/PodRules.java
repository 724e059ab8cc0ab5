package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HostAlias;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodDNSConfig;
import io.fabric8.kubernetes.api.model.PodReadinessGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The API's rules for a whole pod: everything that is wrong, each with its path. Pure. */
final class PodRules {
  private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
  private static final List<String> DNS_POLICIES =
      List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
  private static final List<String> EFFECTS =
      List.of("", "NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final List<String> OPERATORS = List.of("", "Equal", "Exists", "Lt", "Gt");
  private static final int MAX_NAMESERVERS = 3;
  private static final int MAX_SEARCHES = 32;

  private PodRules() {}

  static void check(Pod pod, String prefix, Problems problems) {
    MetaRules.check(pod.getMetadata(), prefix + "metadata", problems);
    PodSpec spec = pod.getSpec();
    String path = prefix + "spec";
    policies(spec, path, problems);
    hostnames(spec, path, problems);
    MetaRules.labels(spec.getNodeSelector(), path + ".nodeSelector", problems);
    tolerations(spec.getTolerations(), path + ".tolerations", problems);
    SecurityRules.checkPod(spec, path, problems);
    SharingRules.check(spec, path, problems);
    PodLevelResources.check(pod, path, problems);
    Set<String> volumes = VolumeRules.check(spec.getVolumes(), path + ".volumes", problems);
    containers(spec, path, volumes, problems);
  }

  private static void policies(PodSpec spec, String path, Problems problems) {
    problems.oneOf(path + ".restartPolicy", spec.getRestartPolicy(), RESTART_POLICIES);
    problems.oneOf(path + ".dnsPolicy", spec.getDnsPolicy(), DNS_POLICIES);
    problems.atLeast(
        path + ".terminationGracePeriodSeconds", spec.getTerminationGracePeriodSeconds(), 0);
    deadline(path + ".activeDeadlineSeconds", spec.getActiveDeadlineSeconds(), problems);
    readinessGates(spec.getReadinessGates(), path + ".readinessGates", problems);
    if (spec.getOs() != null) {
      problems.oneOf(path + ".os.name", spec.getOs().getName(), List.of("linux", "windows"));
    }
    if (!spec.getSchedulingGates().isEmpty()) {
      problems.forbidden(path + ".schedulingGates", "a static pod is already on its node");
    }
    if (!spec.getEphemeralContainers().isEmpty()) {
      problems.forbidden(path + ".ephemeralContainers", "cannot be set on create");
    }
  }

  private static void deadline(String path, @Nullable Long seconds, Problems problems) {
    if (seconds != null && (seconds < 1 || seconds > Integer.MAX_VALUE)) {
      problems.invalid(path, seconds, "must be between 1 and 2147483647, inclusive");
    }
  }

  private static void readinessGates(List<PodReadinessGate> gates, String path, Problems problems) {
    for (int i = 0; i < gates.size(); i++) {
      String type = gates.get(i).getConditionType();
      if (type == null || !Formats.isQualifiedName(type)) {
        problems.invalid(path + "[" + i + "].conditionType", type, Formats.QUALIFIED_NAME);
      }
    }
  }

  private static void hostnames(PodSpec spec, String path, Problems problems) {
    dnsLabel(path + ".hostname", spec.getHostname(), problems);
    dnsLabel(path + ".subdomain", spec.getSubdomain(), problems);
    for (int i = 0; i < spec.getHostAliases().size(); i++) {
      hostAlias(spec.getHostAliases().get(i), path + ".hostAliases[" + i + "]", problems);
    }
    dnsConfig(spec, path, problems);
  }

  private static void dnsLabel(String path, String value, Problems problems) {
    if (!MetaRules.isEmpty(value) && !Formats.isDnsLabel(value)) {
      problems.invalid(path, value, Formats.DNS_LABEL);
    }
  }

  private static void hostAlias(HostAlias alias, String path, Problems problems) {
    if (!Addresses.isIp(alias.getIp())) {
      problems.invalid(path + ".ip", alias.getIp(), "must be an IP address");
    }
    for (String name : alias.getHostnames()) {
      if (!Formats.isDnsSubdomain(name)) {
        problems.invalid(path + ".hostnames", name, Formats.DNS_SUBDOMAIN);
      }
    }
  }

  private static void dnsConfig(PodSpec spec, String path, Problems problems) {
    PodDNSConfig config = spec.getDnsConfig();
    if ("None".equals(spec.getDnsPolicy())
        && (config == null || config.getNameservers().isEmpty())) {
      problems.required(
          path + ".dnsConfig.nameservers", "must not be empty when dnsPolicy is None");
    }
    if (config == null) {
      return;
    }
    if (config.getNameservers().size() > MAX_NAMESERVERS) {
      problems.invalid(
          path + ".dnsConfig.nameservers",
          config.getNameservers(),
          "must not have more than " + MAX_NAMESERVERS);
    }
    for (String server : config.getNameservers()) {
      if (!Addresses.isIp(server)) {
        problems.invalid(path + ".dnsConfig.nameservers", server, "must be an IP address");
      }
    }
    if (config.getSearches().size() > MAX_SEARCHES) {
      problems.invalid(
          path + ".dnsConfig.searches",
          config.getSearches(),
          "must not have more than " + MAX_SEARCHES);
    }
  }

  private static void tolerations(List<Toleration> tolerations, String path, Problems problems) {
    for (int i = 0; i < tolerations.size(); i++) {
      Toleration toleration = tolerations.get(i);
      String at = path + "[" + i + "]";
      problems.oneOf(at + ".effect", toleration.getEffect(), EFFECTS);
      problems.oneOf(at + ".operator", toleration.getOperator(), OPERATORS);
      boolean exists = "Exists".equals(toleration.getOperator());
      if (MetaRules.isEmpty(toleration.getKey()) && !exists) {
        problems.invalid(at + ".operator", toleration.getOperator(), "must be Exists without key");
      }
      if (exists && !MetaRules.isEmpty(toleration.getValue())) {
        problems.invalid(
            at + ".value", toleration.getValue(), "must be empty when operator is Exists");
      }
    }
  }

  private static void containers(
      PodSpec spec, String path, Set<String> volumes, Problems problems) {
    if (spec.getContainers().isEmpty()) {
      problems.required(path + ".containers", "a pod needs at least one container");
    }
    Set<String> names = new HashSet<>();
    ContainerRules rules = new ContainerRules(spec, volumes, names, problems);
    list(spec.getInitContainers(), path + ".initContainers", true, rules);
    list(spec.getContainers(), path + ".containers", false, rules);
  }

  private static void list(
      List<Container> containers, String path, boolean init, ContainerRules rules) {
    for (int i = 0; i < containers.size(); i++) {
      rules.check(containers.get(i), path + "[" + i + "]", init);
    }
  }
}
