package dev.jubelet.node.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** What the host knows about its addresses. Empty answers mean that it is not known. */
public interface HostAddresses {

  /** The addresses of all interfaces. */
  List<InetAddress> ofInterfaces();

  /** What a name resolves to, in the resolver's order. */
  List<InetAddress> ofName(String name);

  /** The address of the interface that the default route of this family uses. */
  Optional<InetAddress> ofDefaultRoute(IpFamily family);
}
