package dev.jubelet.pod.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What is to be done next about a pod in the API. */
sealed interface ReportAction {
  /** Nothing, until something changes. */
  record Rest() implements ReportAction {}

  /** The status in the API is not what it should be. */
  record Write(ObjectNode status) implements ReportAction {}

  /** Everything has been said, the pod has ended, and somebody wants it gone. */
  record Delete() implements ReportAction {}

  ReportAction REST = new Rest();
  ReportAction DELETE = new Delete();
}
