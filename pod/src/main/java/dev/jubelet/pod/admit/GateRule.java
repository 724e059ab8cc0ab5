package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Refuses a pod that uses a field whose feature gate is off here. Upstream would run it as if the
 * field were not there; nobody who wrote it down wants that.
 */
final class GateRule implements AdmissionRule {

  /** A field that means something only while a gate is on. */
  private record Gated<T>(String gate, FieldRow<T> row) {}

  private static final String RESTART_RULES = "ContainerRestartRules";

  private static final List<Gated<Pod>> OF_POD =
      List.of(
          new Gated<>(
              "HostnameOverride",
              FieldRow.field("hostnameOverride", p -> p.getSpec().getHostnameOverride() != null)));

  private static final List<Gated<Container>> OF_CONTAINER =
      List.of(
          new Gated<>(
              "ContainerStopSignals",
              FieldRow.field("lifecycle.stopSignal", GateRule::namesStopSignal)),
          new Gated<>(
              RESTART_RULES,
              FieldRow.field("restartPolicyRules", c -> !c.getRestartPolicyRules().isEmpty())),
          new Gated<>(
              "RestartAllContainersOnContainerExits",
              FieldRow.item(
                  "restartPolicyRules",
                  Container::getRestartPolicyRules,
                  "action",
                  rule -> "RestartAllContainers".equals(rule.getAction()))));

  private static final List<Gated<Container>> OF_REGULAR =
      List.of(
          new Gated<>(
              RESTART_RULES, FieldRow.field("restartPolicy", c -> c.getRestartPolicy() != null)));

  /** One that always restarts is a sidecar, which needs no gate. */
  private static final List<Gated<Container>> OF_INIT =
      List.of(
          new Gated<>(
              RESTART_RULES,
              FieldRow.field(
                  "restartPolicy",
                  c -> c.getRestartPolicy() != null && !c.getRestartPolicy().equals("Always"))));

  private final Predicate<String> gates;

  /** Takes which feature gates are on. */
  GateRule(Predicate<String> gates) {
    this.gates = gates;
  }

  @Override
  public Admission check(Candidate candidate) {
    List<String> problems = new ArrayList<>();
    Pod pod = candidate.pod();
    add("spec", pod, OF_POD, problems);
    addContainers("spec.initContainers", Containers.init(pod), OF_INIT, problems);
    addContainers("spec.containers", Containers.regular(pod), OF_REGULAR, problems);
    return problems.isEmpty()
        ? Admission.ADMITTED
        : new Admission.Rejected("PodFeatureUnsupported", String.join(", ", problems));
  }

  private void addContainers(
      String list, List<Container> containers, List<Gated<Container>> more, List<String> problems) {
    for (int i = 0; i < containers.size(); i++) {
      String path = list + "[" + i + "]";
      add(path, containers.get(i), OF_CONTAINER, problems);
      add(path, containers.get(i), more, problems);
    }
  }

  private <T> void add(String path, T object, List<Gated<T>> rows, List<String> problems) {
    for (Gated<T> gated : rows) {
      if (!gates.test(gated.gate())) {
        gated
            .row()
            .paths(path, object)
            .map(at -> at + " needs the feature gate " + gated.gate() + ", which is off")
            .forEach(problems::add);
      }
    }
  }

  private static boolean namesStopSignal(Container container) {
    return container.getLifecycle() != null && container.getLifecycle().getStopSignal() != null;
  }
}
