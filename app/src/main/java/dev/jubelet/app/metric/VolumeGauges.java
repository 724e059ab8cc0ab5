package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.edge.plugin.PluginRegistry;
import dev.jubelet.volume.certificate.IssuedCertificates;
import dev.jubelet.volume.meter.StateOfWorld;
import java.util.List;

/**
 * How many volumes and plugins there are, and how many should be. Thread: that of whoever reads the
 * page.
 */
public final class VolumeGauges {
  private static final String WANTED = "desired_state_of_world";
  private static final String PRESENT = "actual_state_of_world";
  private static final String STATE = "state";

  private VolumeGauges() {}

  public static void addVolumes(MetricRegistry registry, StateOfWorld stateOfWorld) {
    registry.add(
        new Collected(
            "volume_manager_total_volumes",
            Kind.GAUGE,
            "[ALPHA] Number of volumes in Volume Manager",
            List.of("plugin_name", STATE),
            sink -> {
              stateOfWorld.actual().forEach((plugin, count) -> sink.sample(count, plugin, PRESENT));
              stateOfWorld.desired().forEach((plugin, count) -> sink.sample(count, plugin, WANTED));
            }));
  }

  public static void addCertificates(MetricRegistry registry, IssuedCertificates certificates) {
    registry.add(
        new Collected(
            "kubelet_podcertificate_states",
            Kind.GAUGE,
            "[ALPHA] Number of certificates of pods in projected volumes, by signer and state",
            List.of("signer_name", STATE),
            sink ->
                certificates
                    .counts()
                    .forEach((key, count) -> sink.sample(count, key.signer(), key.state()))));
  }

  public static void addPlugins(MetricRegistry registry, PluginRegistry plugins) {
    registry.add(
        new Collected(
            "plugin_manager_total_plugins",
            Kind.GAUGE,
            "[ALPHA] Number of plugins in Plugin Manager",
            List.of("socket_path", STATE),
            sink ->
                plugins
                    .sockets()
                    .forEach(
                        socket -> {
                          if (socket.registered()) {
                            sink.sample(1, socket.path().toString(), PRESENT);
                          }
                          if (socket.present()) {
                            sink.sample(1, socket.path().toString(), WANTED);
                          }
                        })));
  }
}
