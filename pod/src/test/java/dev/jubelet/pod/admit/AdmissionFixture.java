package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A node of 4 CPUs and 8Gi, and pods to put on it. */
final class AdmissionFixture {
  static final NodeView NODE =
      new NodeView(
          "node-a",
          "linux",
          Map.of("zone", "north", "size", "12"),
          List.of(new Taint("NoSchedule", "full", null, "")),
          Map.of(
              "cpu", new Quantity("4"), "memory", new Quantity("8Gi"), "pods", new Quantity("3")),
          KernelVersion.parse("6.18.5"),
          new NodeView.Abilities(false, false));

  private static final AtomicInteger COUNT = new AtomicInteger();

  private AdmissionFixture() {}

  static Admission check(Pod pod, Pod... others) {
    return new AdmissionRules(
            List.of("net.core.*", "kernel.msgmax"),
            p -> List.of(),
            gate -> !gate.equals("ContainerStopSignals"),
            () -> false)
        .check(candidate(pod, others));
  }

  static Candidate candidate(Pod pod, Pod... others) {
    return new Candidate(pod, ActivePods.of(List.of(others)), NODE);
  }

  static Admission rejected(String reason, String message) {
    return new Admission.Rejected(reason, message);
  }

  static Pod plain() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withUid("uid-" + COUNT.incrementAndGet())
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .endContainer()
        .endSpec()
        .build();
  }

  static Pod requesting(String resource, String amount) {
    return new PodBuilder(plain())
        .editSpec()
        .editFirstContainer()
        .withNewResources()
        .addToRequests(resource, new Quantity(amount))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }
}
