package dev.jubelet.pod.translate.net;

import static dev.jubelet.pod.translate.spec.SpecValues.list;

import io.fabric8.kubernetes.api.model.HostAlias;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text of a pod's {@code /etc/hosts}. Thread: any. */
public final class HostsFile {
  private static final String OWN_HEAD =
      """
      # Kubernetes-managed hosts file.
      127.0.0.1\tlocalhost
      ::1\tlocalhost ip6-localhost ip6-loopback
      fe00::0\tip6-localnet
      fe00::0\tip6-mcastprefix
      fe00::1\tip6-allnodes
      fe00::2\tip6-allrouters
      """;
  private static final String HOST_NETWORK_HEAD =
      "# Kubernetes-managed hosts file (host network).\n";

  /** For a pod with addresses of its own. */
  public static String ownNetwork(
      List<String> podIps, PodHostname name, @Nullable List<HostAlias> aliases) {
    StringBuilder text = new StringBuilder(OWN_HEAD);
    for (String ip : podIps) {
      text.append(ip).append('\t');
      if (!name.domain().isEmpty()) {
        text.append(name.qualified()).append('\t');
      }
      text.append(name.host()).append('\n');
    }
    return text.append(aliasLines(aliases)).toString();
  }

  /** For a pod on the node's network: the node's file, marked as ours. */
  public static String hostNetwork(String nodeHosts, @Nullable List<HostAlias> aliases) {
    return HOST_NETWORK_HEAD + nodeHosts + aliasLines(aliases);
  }

  private static String aliasLines(@Nullable List<HostAlias> aliases) {
    if (list(aliases).isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("\n# Entries added by HostAliases.\n");
    for (HostAlias alias : list(aliases)) {
      text.append(alias.getIp())
          .append('\t')
          .append(String.join("\t", list(alias.getHostnames())))
          .append('\n');
    }
    return text.toString();
  }

  private HostsFile() {}
}
