package dev.jubelet.pod.model;

/** Whether a pod may run here. */
public sealed interface Admission {

  record Admitted() implements Admission {}

  /** May not; the reason is the wire word that ends up in the pod's status. */
  record Rejected(String reason, String message) implements Admission {}

  Admission ADMITTED = new Admitted();
}
