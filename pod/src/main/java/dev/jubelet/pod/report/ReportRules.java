package dev.jubelet.pod.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.spec.Criticality;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * Decides what to do next about a pod in the API. Pure.
 *
 * <p>Thread: any.
 */
final class ReportRules {
  private final StatusPatch patches;

  ReportRules(StatusPatch patches) {
    this.patches = patches;
  }

  /**
   * {@code refused} is what the server did not take of the last patch, such as fields it does not
   * know: to send only that again would go on for ever.
   */
  ReportAction next(PodReport report, Pod known, ObjectNode refused) {
    ObjectNode status = patches.between(report, known);
    if (!status.isEmpty() && !status.equals(refused)) {
      return new ReportAction.Write(status);
    }
    return mayGo(report, known) ? ReportAction.DELETE : ReportAction.REST;
  }

  /** A mirror pod goes with its static pod, not by the wish of somebody at the API. */
  static boolean mayGo(PodReport report, Pod known) {
    return report.over()
        && known.getMetadata().getDeletionTimestamp() != null
        && !Criticality.isStatic(report.pod());
  }
}
