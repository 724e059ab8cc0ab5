package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.config.value.LabelSyntax;
import dev.jubelet.app.config.value.NodeTaint;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The Node object, the API client's pace, taints and shutdown. */
final class NodeRules {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Set<String> EFFECTS = Set.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private NodeRules() {}

  static void check(Findings findings) {
    findings.atLeast(NodeFields.NODE_LEASE_DURATION_SECONDS, 1);
    findings.atLeast(NodeFields.NODE_STATUS_MAX_IMAGES, -1);
    List.of(
            NodeFields.EVENT_RECORD_QPS,
            NodeFields.EVENT_BURST,
            NodeFields.KUBE_API_QPS,
            NodeFields.KUBE_API_BURST)
        .forEach(field -> findings.atLeast(field, 0));
    findings.get(NodeFields.REGISTER_WITH_TAINTS).forEach(taint -> checkTaint(findings, taint));
    checkShutdown(findings);
  }

  private static void checkTaint(Findings findings, NodeTaint taint) {
    Field<?> field = NodeFields.REGISTER_WITH_TAINTS;
    String inside = "[" + taint + "]";
    if (!LabelSyntax.isKey(taint.key()) || !LabelSyntax.isValue(taint.value())) {
      findings.addAt(field, inside, "must have the key and value of a label");
    }
    if (!EFFECTS.contains(taint.effect())) {
      findings.addAt(
          field, inside, "must have the effect NoSchedule, PreferNoSchedule or NoExecute");
    }
    if (!taint.timeAdded().isEmpty()) {
      findings.addAt(field, inside, "must not have timeAdded");
    }
  }

  private static void checkShutdown(Findings findings) {
    Duration whole = findings.get(NodeFields.SHUTDOWN_GRACE_PERIOD);
    Duration critical = findings.get(NodeFields.SHUTDOWN_GRACE_PERIOD_CRITICAL_PODS);
    boolean periodsSet = whole.isPositive() || critical.isPositive();
    boolean prioritiesSet =
        !findings.get(NodeFields.SHUTDOWN_GRACE_PERIOD_BY_POD_PRIORITY).isEmpty();
    if (findings.enabled("GracefulNodeShutdown")) {
      requireZeroOrSecond(findings, NodeFields.SHUTDOWN_GRACE_PERIOD);
      requireZeroOrSecond(findings, NodeFields.SHUTDOWN_GRACE_PERIOD_CRITICAL_PODS);
      findings.require(
          critical.compareTo(whole) <= 0,
          NodeFields.SHUTDOWN_GRACE_PERIOD_CRITICAL_PODS,
          "must not be longer than shutdownGracePeriod");
    } else if (periodsSet) {
      findings.add(NodeFields.SHUTDOWN_GRACE_PERIOD, "needs the feature gate GracefulNodeShutdown");
    }
    if (prioritiesSet && !findings.enabled("GracefulNodeShutdownBasedOnPodPriority")) {
      findings.add(
          NodeFields.SHUTDOWN_GRACE_PERIOD_BY_POD_PRIORITY,
          "needs the feature gate GracefulNodeShutdownBasedOnPodPriority");
    } else if (prioritiesSet && periodsSet) {
      findings.add(
          NodeFields.SHUTDOWN_GRACE_PERIOD_BY_POD_PRIORITY,
          "cannot be combined with shutdownGracePeriod or shutdownGracePeriodCriticalPods");
    }
  }

  private static void requireZeroOrSecond(Findings findings, Field<Duration> field) {
    Duration period = findings.get(field);
    findings.require(
        period.isZero() || period.compareTo(SECOND) >= 0, field, "must be 0s, or 1s or longer");
  }
}
