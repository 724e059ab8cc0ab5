package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;

/** The words of a refusal for which the scheduler has a name. */
final class Predicates {
  private Predicates() {}

  static Admission.Rejected failed(String name, String why) {
    return new Admission.Rejected(name, "Predicate " + name + " failed: " + why);
  }
}
