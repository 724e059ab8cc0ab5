package dev.jubelet.edge.systemd;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Where the machine's message bus listens: {@code DBUS_SYSTEM_BUS_ADDRESS} in D-Bus's form, of
 * which the first unix socket is taken, or the usual place. Pure.
 */
public final class BusAddress {
  private static final String VARIABLE = "DBUS_SYSTEM_BUS_ADDRESS";
  private static final String USUAL = "/run/dbus/system_bus_socket";

  private BusAddress() {}

  /** A path, or {@code @} and the name of an abstract socket. */
  public static String of(Map<String, String> environment) {
    String addresses = environment.getOrDefault(VARIABLE, "");
    return Arrays.stream(addresses.split(";", -1))
        .filter(address -> address.startsWith("unix:"))
        .flatMap(address -> Arrays.stream(address.substring("unix:".length()).split(",", -1)))
        .flatMap(pair -> socket(pair).stream())
        .findFirst()
        .orElse(USUAL);
  }

  private static Optional<String> socket(String pair) {
    int equals = pair.indexOf('=');
    String key = equals < 0 ? "" : pair.substring(0, equals);
    String value = pair.substring(equals + 1);
    return switch (key) {
      case "path" -> Optional.of(value);
      case "abstract" -> Optional.of("@" + value);
      default -> Optional.empty();
    };
  }
}
