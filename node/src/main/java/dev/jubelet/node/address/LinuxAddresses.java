package dev.jubelet.node.address;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of a Linux host, from its interfaces, its resolver and its routing tables.
 *
 * <p>Thread: any; a name may take the resolver's time.
 *
 * @param tables the directory of the routing tables, {@code /proc/net}
 */
public record LinuxAddresses(Path tables) implements HostAddresses {
  private static final Logger log = LoggerFactory.getLogger(LinuxAddresses.class);

  @Override
  public List<InetAddress> ofInterfaces() {
    try {
      return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList();
    } catch (SocketException e) {
      log.atWarn().setCause(e).log("Failed to list the network interfaces");
      return List.of();
    }
  }

  @Override
  public List<InetAddress> ofName(String name) {
    try {
      return List.of(InetAddress.getAllByName(name));
    } catch (UnknownHostException e) {
      log.atDebug().addKeyValue("name", name).log("Host name does not resolve");
      return List.of();
    }
  }

  @Override
  public Optional<InetAddress> ofDefaultRoute(IpFamily family) {
    Path table = tables.resolve(family == IpFamily.IPV4 ? "route" : "ipv6_route");
    try {
      return DefaultRoutes.card(family, Files.readAllLines(table))
          .flatMap(card -> ofCard(card, family));
    } catch (IOException e) {
      log.atDebug().addKeyValue("table", table).addKeyValue("cause", e.toString()).log("No routes");
      return Optional.empty();
    }
  }

  /** The first address that others can reach. */
  private static Optional<InetAddress> ofCard(String name, IpFamily family) {
    try {
      return Optional.ofNullable(NetworkInterface.getByName(name)).stream()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> IpFamily.of(address) == family)
          .filter(address -> !address.isLinkLocalAddress() && !address.isLoopbackAddress())
          .findFirst();
    } catch (SocketException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("interface", name)
          .log("Failed to read the network interface");
      return Optional.empty();
    }
  }
}
