package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;

/** A port of the host belongs to one pod, per protocol and address. */
final class HostPortRule implements AdmissionRule {

  @Override
  public Admission check(Candidate candidate) {
    return HostPort.of(candidate.pod()).stream().anyMatch(candidate.others()::holds)
        ? Predicates.failed(
            "NodePorts", "node(s) didn't have free ports for the requested pod ports")
        : Admission.ADMITTED;
  }
}
