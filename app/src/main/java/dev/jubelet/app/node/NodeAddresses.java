package dev.jubelet.app.node;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's own addresses: those given, else those of the interface with the default route, else
 * those of any interface that is up.
 */
public final class NodeAddresses {
  private static final Logger log = LoggerFactory.getLogger(NodeAddresses.class);
  private static final Path ROUTES = Path.of("/proc/net/route");
  private static final String DEFAULT_DESTINATION = "00000000";

  private NodeAddresses() {}

  /** {@code given} is the value of --node-ip: empty, one address, or two of different families. */
  public static List<String> find(String given) {
    List<String> asked = new ArrayList<>();
    for (String one : given.split(",", -1)) {
      if (!one.isBlank() && !isUnspecified(one.strip())) {
        asked.add(one.strip());
      }
    }
    return asked.isEmpty() ? detect() : List.copyOf(asked);
  }

  private static boolean isUnspecified(String address) {
    return address.equals("0.0.0.0") || address.equals("::");
  }

  private static List<String> detect() {
    try {
      Optional<String> routed = defaultInterface();
      List<String> found = new ArrayList<>();
      for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        if (routed.map(card.getName()::equals).orElse(!card.isLoopback() && card.isUp())) {
          found.addAll(addresses(card));
        }
      }
      return found.isEmpty() ? List.of("127.0.0.1") : List.copyOf(found);
    } catch (SocketException e) {
      log.atWarn().setCause(e).log("Failed to list the network interfaces; set --node-ip");
      return List.of("127.0.0.1");
    }
  }

  private static List<String> addresses(NetworkInterface card) {
    List<String> found = new ArrayList<>();
    for (InetAddress address : Collections.list(card.getInetAddresses())) {
      if (address instanceof Inet4Address && !address.isLinkLocalAddress()) {
        found.add(address.getHostAddress());
      }
    }
    return found.isEmpty() ? found : found.subList(0, 1);
  }

  /** The name of the interface that the kernel's IPv4 default route uses. */
  private static Optional<String> defaultInterface() {
    try {
      return Files.readAllLines(ROUTES).stream()
          .map(line -> line.split("\\s+"))
          .filter(words -> words.length > 1 && words[1].equals(DEFAULT_DESTINATION))
          .map(words -> words[0])
          .findFirst();
    } catch (IOException e) {
      log.atDebug().setCause(e).log("No routing table");
      return Optional.empty();
    }
  }
}
