package dev.jubelet.app.metric;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Times how a machine became a node of the cluster. Of one that was a node before nothing is told:
 * its start was another's.
 *
 * <p>Thread: any. Owns: the moments so far.
 */
public final class StartupMeter {
  private static final double MILLIS = 1000;

  private final Timers timers;
  private final Instant booted;
  private final Instant started;

  @GuardedBy("this")
  private @Nullable Instant tried;

  @GuardedBy("this")
  private @Nullable Instant created;

  @GuardedBy("this")
  private boolean ready;

  @GuardedBy("this")
  private final Map<String, Duration> spans = new HashMap<>();

  /** The agent has just started. */
  public StartupMeter(MetricRegistry registry, Timers timers, Instant booted) {
    this.timers = timers;
    this.booted = booted;
    this.started = timers.now();
    add(registry, "pre_kubelet_duration_seconds", "from the boot to the start of the kubelet");
    add(registry, "pre_registration_duration_seconds", "from there to the first registration");
    add(registry, "registration_duration_seconds", "until it was registered");
    add(registry, "post_registration_duration_seconds", "from there until it was ready");
    add(registry, "duration_seconds", "from the boot until it was ready");
  }

  private void add(MetricRegistry registry, String name, String what) {
    registry.add(
        Collected.gauge(
            "kubelet_node_startup_" + name,
            "[ALPHA] Time of the start of a new node " + what + ".",
            () -> seconds(name)));
  }

  private synchronized double seconds(String name) {
    return spans.getOrDefault(name, Duration.ZERO).toMillis() / MILLIS;
  }

  /** The API server is asked to register the node. */
  public synchronized void trying() {
    tried = tried == null ? timers.now() : tried;
  }

  /** The node is a new one. */
  public synchronized void created() {
    if (tried != null && created == null) {
      created = timers.now();
      spans.put("pre_kubelet_duration_seconds", Duration.between(booted, started));
      spans.put("pre_registration_duration_seconds", Duration.between(started, tried));
      spans.put("registration_duration_seconds", Duration.between(tried, created));
    }
  }

  /** The Node object is like this now. */
  public synchronized void observed(Node node) {
    if (created != null && !ready && isReady(node)) {
      ready = true;
      Instant now = timers.now();
      spans.put("post_registration_duration_seconds", Duration.between(created, now));
      spans.put("duration_seconds", Duration.between(booted, now));
    }
  }

  private static boolean isReady(Node node) {
    return node.getStatus() != null
        && node.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }
}
