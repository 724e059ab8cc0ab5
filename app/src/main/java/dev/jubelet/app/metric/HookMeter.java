package dev.jubelet.app.metric;

import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.probe.hook.HookListener;

/**
 * Counts what became of hooks.
 *
 * <p>Thread: any.
 */
public final class HookMeter implements HookListener {
  private final Tally fallBacks;
  private final Tally brokenSleeps;

  HookMeter(MetricRegistry registry) {
    fallBacks =
        registry.add(
            Tally.counter(
                "kubelet_lifecycle_handler_http_fallbacks_total",
                "[ALPHA] HTTPS hooks that were asked again in plain HTTP with success."));
    brokenSleeps =
        registry.add(
            Tally.counter(
                "kubelet_sleep_action_terminated_early_total",
                "[ALPHA] Sleep hooks that were broken off before their time."));
  }

  @Override
  public void fellBackToHttp() {
    fallBacks.increment();
  }

  @Override
  public void sleepBrokenOff() {
    brokenSleeps.increment();
  }
}
