package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.image.plugin.ProviderListener;
import java.time.Duration;
import java.util.List;

/**
 * Times the credential plugins; there only where some are configured.
 *
 * <p>Thread: any.
 */
public final class CredentialMeter implements ProviderListener {
  private static final String PLUGIN = "plugin_name";
  private static final List<Double> BOUNDS =
      List.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

  private final Histogram durations;
  private final Tally errors;

  /**
   * @param configHash of the configuration that is in use
   */
  public CredentialMeter(MetricRegistry registry, String configHash) {
    durations =
        registry.add(
            new Histogram(
                "kubelet_credential_provider_plugin_duration",
                "[ALPHA] Duration of execution in seconds for credential provider plugin",
                BOUNDS,
                PLUGIN));
    errors =
        registry.add(
            Tally.counter(
                "kubelet_credential_provider_plugin_errors_total",
                "[ALPHA] Number of errors from credential provider plugin",
                PLUGIN));
    registry.add(
        new Collected(
            "kubelet_credential_provider_config_info",
            Kind.GAUGE,
            "[ALPHA] Information about the last applied credential provider configuration with"
                + " hash as label",
            List.of("hash"),
            sink -> sink.sample(1, configHash)));
  }

  @Override
  public void ran(String plugin, Duration took, boolean succeeded) {
    durations.observe(took, plugin);
    if (!succeeded) {
      errors.increment(plugin);
    }
  }
}
