package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;

/** One reason for which a pod may be refused. */
@FunctionalInterface
public interface AdmissionRule {
  Admission check(Candidate candidate);
}
