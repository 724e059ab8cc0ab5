package dev.jubelet.pod.translate.net;

import java.util.List;

/**
 * What the node's configuration says about names: the cluster's DNS servers and domain (both may be
 * empty), and the node's own addresses, of which only the family matters.
 */
public record DnsSettings(List<String> clusterServers, String clusterDomain, List<String> nodeIps) {
  public DnsSettings {
    clusterServers = List.copyOf(clusterServers);
    nodeIps = List.copyOf(nodeIps);
  }
}
