package dev.jubelet.volume.csi.driver;

import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.edge.plugin.Plugin;
import dev.jubelet.edge.plugin.PluginException;
import dev.jubelet.edge.plugin.PluginHandler;
import dev.jubelet.volume.csi.driver.CsiDrivers.Registered;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Takes drivers into use: checks what they speak, asks how they call this node, and lets the
 * cluster know.
 *
 * <p>Thread: the lane of the driver's socket.
 */
public final class CsiRegistration implements PluginHandler {
  public static final String TYPE = "CSIPlugin";

  private final CsiDrivers drivers;
  private final DriverAnnouncer announcer;
  private final Consumer<String> registered;

  /** {@code registered} is told the name of a driver that can be used now. */
  public CsiRegistration(
      CsiDrivers drivers, DriverAnnouncer announcer, Consumer<String> registered) {
    this.drivers = drivers;
    this.announcer = announcer;
    this.registered = registered;
  }

  @Override
  public void register(Plugin plugin) {
    CsiVersion version = checkedVersion(plugin);
    NodeGetInfoResponse node = ask(plugin);
    drivers.put(plugin.name(), new Registered(plugin.endpoint(), version));
    try {
      announcer.announce(plugin.name(), node);
    } catch (PluginException e) {
      drivers.remove(plugin.name(), plugin.endpoint());
      throw e;
    }
    registered.accept(plugin.name());
  }

  private CsiVersion checkedVersion(Plugin plugin) {
    if (plugin.versions().isEmpty()) {
      throw refused(plugin, "Plugin returned an empty list for supported versions");
    }
    CsiVersion version =
        CsiVersion.highest(plugin.versions())
            .filter(highest -> highest.major() == 1)
            .orElseThrow(
                () ->
                    refused(
                        plugin,
                        "None of the versions specified %s are supported"
                            .formatted(quoted(plugin.versions()))));
    drivers
        .find(plugin.name())
        .filter(other -> !other.endpoint().equals(plugin.endpoint()))
        .map(Registered::version)
        .filter(other -> other.compareTo(version) >= 0)
        .ifPresent(
            other -> {
              throw refused(
                  plugin,
                  "Another driver with the same name is already registered with a higher supported version: \"%s\""
                      .formatted(other));
            });
    return version;
  }

  private static String quoted(List<String> versions) {
    return versions.stream()
        .map(version -> "\"" + version + "\"")
        .collect(Collectors.joining(" ", "[", "]"));
  }

  private static PluginException refused(Plugin plugin, String why) {
    return new PluginException(
        "validation failed for CSI Driver %s at endpoint %s: kubernetes.io/csi: ValidatePlugin for CSI driver \"%s\" failed. %s"
            .formatted(plugin.name(), plugin.endpoint(), plugin.name(), why));
  }

  private NodeGetInfoResponse ask(Plugin plugin) {
    try (CsiNodeClient client = drivers.connect(plugin.name(), plugin.endpoint())) {
      NodeGetInfoResponse node = client.info();
      if (node.getNodeId().isEmpty()) {
        throw new PluginException(
            "error adding CSI driver node info: driverNodeID must not be empty");
      }
      return node;
    } catch (CsiException e) {
      throw new PluginException(
          "failed to get node info from CSI driver %s: %s".formatted(plugin.name(), e.text()), e);
    }
  }

  /** A driver that has registered at another socket too stays. */
  @Override
  public void deregister(Plugin plugin) {
    drivers.remove(plugin.name(), plugin.endpoint());
    if (drivers.find(plugin.name()).isEmpty()) {
      announcer.withdraw(plugin.name());
    }
  }
}
