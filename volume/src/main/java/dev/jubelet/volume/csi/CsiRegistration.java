package dev.jubelet.volume.csi;

import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.edge.plugin.Plugin;
import dev.jubelet.edge.plugin.PluginException;
import dev.jubelet.edge.plugin.PluginHandler;
import dev.jubelet.volume.csi.CsiDrivers.Registered;
import java.util.function.Consumer;

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
    drivers.put(plugin.name(), new Registered(plugin.endpoint(), version));
    try {
      announcer.announce(plugin.name(), ask(plugin));
    } catch (PluginException e) {
      drivers.remove(plugin.name());
      throw e;
    }
    registered.accept(plugin.name());
  }

  private CsiVersion checkedVersion(Plugin plugin) {
    if (plugin.versions().isEmpty()) {
      throw refused(plugin, "Version is missing");
    }
    CsiVersion version =
        CsiVersion.highest(plugin.versions())
            .filter(highest -> highest.major() == 1)
            .orElseThrow(
                () ->
                    refused(
                        plugin,
                        "None of the CSI versions %s reported by this driver are supported"
                            .formatted(plugin.versions())));
    boolean taken =
        drivers
            .find(plugin.name())
            .filter(other -> !other.endpoint().equals(plugin.endpoint()))
            .filter(other -> other.version().compareTo(version) >= 0)
            .isPresent();
    if (taken) {
      throw refused(
          plugin,
          "Another driver with the same name is already registered with a higher supported version");
    }
    return version;
  }

  private static PluginException refused(Plugin plugin, String why) {
    return new PluginException(
        "kubernetes.io/csi: validation failed for CSI driver %s at endpoint %s: %s"
            .formatted(plugin.name(), plugin.endpoint(), why));
  }

  private NodeGetInfoResponse ask(Plugin plugin) {
    try (CsiNodeClient client = drivers.connect(plugin.name())) {
      return client.info();
    } catch (CsiException e) {
      throw new PluginException(
          "failed to get node info from CSI driver %s: %s".formatted(plugin.name(), e.text()), e);
    }
  }

  @Override
  public void deregister(Plugin plugin) {
    drivers.remove(plugin.name());
    announcer.withdraw(plugin.name());
  }
}
