package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Sysctl;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Only kernel settings that belong to the pod alone may be set: those known to be safe, and those
 * that the administrator allows by name or by a prefix such as {@code net.core.*}.
 */
final class SysctlRule implements AdmissionRule {
  private static final KernelVersion ANY = new KernelVersion(0, 0);
  private static final Map<String, KernelVersion> SAFE_SINCE =
      Map.ofEntries(
          Map.entry("kernel.shm_rmid_forced", ANY),
          Map.entry("net.ipv4.ip_local_port_range", ANY),
          Map.entry("net.ipv4.tcp_syncookies", ANY),
          Map.entry("net.ipv4.ping_group_range", ANY),
          Map.entry("net.ipv4.ip_unprivileged_port_start", ANY),
          Map.entry("net.ipv4.ip_local_reserved_ports", new KernelVersion(3, 16)),
          Map.entry("net.ipv4.tcp_keepalive_time", new KernelVersion(4, 5)),
          Map.entry("net.ipv4.tcp_keepalive_intvl", new KernelVersion(4, 5)),
          Map.entry("net.ipv4.tcp_keepalive_probes", new KernelVersion(4, 5)),
          Map.entry("net.ipv4.tcp_fin_timeout", new KernelVersion(4, 6)),
          Map.entry("net.ipv4.tcp_rmem", new KernelVersion(4, 15)),
          Map.entry("net.ipv4.tcp_wmem", new KernelVersion(4, 15)));

  private final List<String> allowed;

  /** Throws when an entry is not known to belong to a namespace, since it would affect the node. */
  SysctlRule(List<String> allowedUnsafeSysctls) {
    this.allowed = allowedUnsafeSysctls.stream().map(SysctlRule::normalized).toList();
    for (String entry : allowed) {
      if (SysctlNamespace.of(entry).isEmpty()) {
        throw new IllegalArgumentException(
            "allowedUnsafeSysctls: the sysctls \""
                + entry
                + "\" are not known to be namespaced; allowed are kernel.shm*, kernel.msg*,"
                + " kernel.sem, fs.mqueue.* and net.*");
      }
    }
  }

  @Override
  public Admission check(Candidate candidate) {
    PodSpec spec = candidate.pod().getSpec();
    PodSecurityContext context = spec.getSecurityContext();
    if (context == null) {
      return Admission.ADMITTED;
    }
    for (Sysctl sysctl : Containers.orEmpty(context.getSysctls())) {
      Optional<String> problem =
          problem(normalized(sysctl.getName()), spec, candidate.node().kernel());
      if (problem.isPresent()) {
        return new Admission.Rejected("SysctlForbidden", "forbidden sysctl: " + problem.get());
      }
    }
    return Admission.ADMITTED;
  }

  private Optional<String> problem(String name, PodSpec spec, KernelVersion kernel) {
    if (!isAllowed(name, kernel)) {
      return Optional.of("\"" + name + "\" not allowlisted");
    }
    return SysctlNamespace.of(name)
        .filter(namespace -> namespace.isTheHosts(spec))
        .map(ns -> "\"" + name + "\" not allowed with host " + ns.wireName() + " enabled");
  }

  private boolean isAllowed(String name, KernelVersion kernel) {
    KernelVersion since = SAFE_SINCE.get(name);
    if (since != null && kernel.isAtLeast(since)) {
      return true;
    }
    return allowed.stream().anyMatch(entry -> matches(entry, name));
  }

  private static boolean matches(String entry, String name) {
    return entry.endsWith("*")
        ? name.startsWith(entry.substring(0, entry.length() - 1))
        : name.equals(entry);
  }

  /**
   * Slashes may stand for dots; then dots are part of a name. Whichever comes first is the
   * separator.
   */
  static String normalized(String name) {
    int dot = name.indexOf('.');
    int slash = name.indexOf('/');
    if (slash < 0 || (dot >= 0 && dot < slash)) {
      return name;
    }
    StringBuilder swapped = new StringBuilder(name);
    for (int i = 0; i < name.length(); i++) {
      switch (name.charAt(i)) {
        case '/' -> swapped.setCharAt(i, '.');
        case '.' -> swapped.setCharAt(i, '/');
        default -> {}
      }
    }
    return swapped.toString();
  }

  /** Which namespace of a pod a sysctl belongs to. */
  private enum SysctlNamespace {
    IPC("ipc"),
    NET("net");

    private static final List<String> IPC_PREFIXES =
        List.of("kernel.shm", "kernel.msg", "fs.mqueue.");

    private final String wireName;

    SysctlNamespace(String wireName) {
      this.wireName = wireName;
    }

    String wireName() {
      return wireName;
    }

    static Optional<SysctlNamespace> of(String nameOrPattern) {
      if (nameOrPattern.startsWith("net.")) {
        return Optional.of(NET);
      }
      boolean ipc =
          nameOrPattern.equals("kernel.sem")
              || IPC_PREFIXES.stream().anyMatch(nameOrPattern::startsWith);
      return ipc ? Optional.of(IPC) : Optional.empty();
    }

    boolean isTheHosts(PodSpec spec) {
      return switch (this) {
        case IPC -> Boolean.TRUE.equals(spec.getHostIPC());
        case NET -> Boolean.TRUE.equals(spec.getHostNetwork());
      };
    }
  }
}
