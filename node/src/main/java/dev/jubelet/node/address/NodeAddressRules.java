package dev.jubelet.node.address;

import io.fabric8.kubernetes.api.model.NodeAddress;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the node's addresses: those given, else the name when it is an address, else what the
 * name resolves to, else the address of the default route.
 *
 * @param externalCloud whether a cloud controller completes the node
 */
public record NodeAddressRules(
    String nodeName, NodeIps ips, boolean externalCloud, HostAddresses host) {
  private static final String INTERNAL = "InternalIP";
  private static final String HOSTNAME = "Hostname";

  public AddressOutcome choose() {
    for (InetAddress given : ips.given()) {
      Optional<String> problem = problem(given);
      if (problem.isPresent()) {
        return new AddressOutcome.Unknown("--node-ip: " + problem.get());
      }
    }
    if (!ips.given().isEmpty()) {
      return found(ips.given());
    }
    if (externalCloud) {
      return found(List.of());
    }
    return detected()
        .<AddressOutcome>map(address -> found(List.of(address)))
        .orElseGet(
            () ->
                new AddressOutcome.Unknown(
                    "no address of node \"" + nodeName + "\" found; set --node-ip"));
  }

  private AddressOutcome found(List<InetAddress> addresses) {
    List<NodeAddress> all = new ArrayList<>();
    addresses.forEach(address -> all.add(new NodeAddress(NodeIps.text(address), INTERNAL)));
    all.add(new NodeAddress(nodeName, HOSTNAME));
    return new AddressOutcome.Found(all, externalCloud);
  }

  private Optional<InetAddress> detected() {
    return nameAsAddress()
        .or(this::resolved)
        .or(() -> host.ofDefaultRoute(ips.preferred()))
        .or(() -> host.ofDefaultRoute(ips.preferred().other()));
  }

  private Optional<InetAddress> nameAsAddress() {
    try {
      return Optional.of(InetAddress.ofLiteral(nodeName));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The first valid address of the preferred family, else of the other. */
  private Optional<InetAddress> resolved() {
    return host.ofName(nodeName).stream()
        .filter(address -> problem(address).isEmpty())
        .min(Comparator.comparing(address -> IpFamily.of(address) != ips.preferred()));
  }

  private Optional<String> problem(InetAddress address) {
    String text = NodeIps.text(address);
    if (address.isLoopbackAddress()) {
      return Optional.of(text + " is a loopback address, which others cannot reach");
    }
    if (address.isMulticastAddress()) {
      return Optional.of(text + " is a multicast address");
    }
    if (address.isLinkLocalAddress()) {
      return Optional.of(text + " is a link-local address");
    }
    if (address.isAnyLocalAddress()) {
      return Optional.of(text + " is the unspecified address");
    }
    return host.ofInterfaces().stream().anyMatch(own -> sameBytes(own, address))
        ? Optional.empty()
        : Optional.of(text + " is not an address of any interface of this host");
  }

  /** Addresses of interfaces may have a scope, which says nothing here. */
  private static boolean sameBytes(InetAddress one, InetAddress other) {
    return Arrays.equals(one.getAddress(), other.getAddress());
  }
}
