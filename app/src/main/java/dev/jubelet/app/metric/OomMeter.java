package dev.jubelet.app.metric;

import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;

/** Counts processes that the kernel killed for want of memory. Thread: any. */
public final class OomMeter {
  private final Tally kills;

  OomMeter(MetricRegistry registry) {
    kills =
        registry.add(
            Tally.counter(
                "jubelet_oom_kills_total",
                "Processes killed for want of memory, of containers or by the whole machine.",
                "scope"));
  }

  /** Of a container whose limit was reached. */
  public void container() {
    kills.increment("container");
  }

  /** Because the machine had no memory left. */
  public void system() {
    kills.increment("system");
  }
}
