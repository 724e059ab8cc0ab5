package dev.jubelet.pod.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What is to be done next about a pod in the API. */
sealed interface Move {
  /** Nothing, until something changes. */
  record Rest() implements Move {}

  /** The status in the API is not what it should be. */
  record Write(ObjectNode status) implements Move {}

  /** Everything has been said, the pod has ended, and somebody wants it gone. */
  record Delete() implements Move {}

  Move REST = new Rest();
  Move DELETE = new Delete();
}
