package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.hostNetwork;
import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.map;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.DNSConfig;
import dev.jubelet.api.cri.LinuxPodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.translate.net.DnsOutcome;
import dev.jubelet.pod.translate.net.DnsRules;
import dev.jubelet.pod.translate.net.HostnameRules;
import dev.jubelet.pod.translate.net.ResolvConf;
import dev.jubelet.pod.translate.security.SandboxSecurity;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.Sysctl;

/**
 * Describes the sandbox of a pod. The same request gives the same description, as CreateContainer
 * needs again what RunPodSandbox was given. Thread: any.
 */
public final class SandboxConfigBuilder {
  private final SandboxSettings settings;
  private final DnsRules dns;
  private final SandboxSecurity security;

  public SandboxConfigBuilder(SandboxSettings settings) {
    this.settings = settings;
    this.dns = new DnsRules(settings.dns());
    this.security = new SandboxSecurity(settings.isolation());
  }

  public SandboxOutcome build(SandboxRequest request) {
    try {
      return built(request);
    } catch (UntranslatableException e) {
      return new SandboxOutcome.Refused("Failed to create pod sandbox: " + e.getMessage());
    }
  }

  private SandboxOutcome built(SandboxRequest request) {
    Pod pod = request.pod();
    ObjectMeta meta = pod.getMetadata();
    String handler = settings.runtimeClasses().handlerOf(pod);
    DnsOutcome names = dns.forPod(pod, request.nodeDns());
    PodSandboxConfig.Builder out =
        PodSandboxConfig.newBuilder()
            .setMetadata(
                PodSandboxMetadata.newBuilder()
                    .setName(meta.getName())
                    .setNamespace(meta.getNamespace())
                    .setUid(meta.getUid())
                    .setAttempt(request.attempt()))
            .setLogDirectory(settings.logs().podDirectory(pod).toString())
            .setDnsConfig(cri(names.config()))
            .addAllPortMappings(PortMappings.of(pod))
            .putAllLabels(map(meta.getLabels()))
            .putLabels(Annotations.POD_NAME, meta.getName())
            .putLabels(Annotations.POD_NAMESPACE, meta.getNamespace())
            .putLabels(Annotations.POD_UID, meta.getUid())
            .putAllAnnotations(map(meta.getAnnotations()))
            .setLinux(linux(pod));
    if (!hostNetwork(pod)) {
      out.setHostname(
          HostnameRules.kernelName(pod, HostnameRules.of(pod, settings.dns().clusterDomain())));
    }
    return new SandboxOutcome.Built(out.build(), handler, names.warnings());
  }

  private static DNSConfig cri(ResolvConf config) {
    return DNSConfig.newBuilder()
        .addAllServers(config.servers())
        .addAllSearches(config.searches())
        .addAllOptions(config.options())
        .build();
  }

  private LinuxPodSandboxConfig linux(Pod pod) {
    LinuxPodSandboxConfig.Builder out =
        LinuxPodSandboxConfig.newBuilder()
            .setCgroupParent(settings.cgroupParent().apply(pod))
            .setSecurityContext(security.of(pod))
            .setResources(settings.resources().apply(pod))
            .setOverhead(settings.overhead().apply(pod));
    PodSecurityContext context = pod.getSpec().getSecurityContext();
    if (context != null) {
      for (Sysctl sysctl : list(context.getSysctls())) {
        out.putSysctls(SysctlNames.withDots(sysctl.getName()), text(sysctl.getValue()));
      }
    }
    return out.build();
  }
}
