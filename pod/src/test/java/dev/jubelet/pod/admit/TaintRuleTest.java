package dev.jubelet.pod.admit;

import static dev.jubelet.pod.admit.AdmissionFixture.NODE;
import static dev.jubelet.pod.admit.AdmissionFixture.plain;
import static dev.jubelet.pod.admit.AdmissionFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("5.6")
final class TaintRuleTest {
  private static final Admission REFUSED =
      rejected(
          "TaintToleration",
          "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate");

  private static Admission check(Pod pod, String effect) {
    NodeView node =
        new NodeView(
            NODE.nodeName(),
            NODE.os(),
            NODE.labels(),
            List.of(new Taint(effect, "storm", null, "soon")),
            NODE.allocatable(),
            NODE.kernel(),
            NODE.abilities());
    return new TaintRule().check(new Candidate(pod, ActivePods.of(List.of()), node));
  }

  @ParameterizedTest(name = "{0} {1} {2} {3}: {4}")
  @CsvSource({
    "storm, Equal, soon, NoExecute, true",
    "storm, , soon, , true",
    "storm, Equal, later, NoExecute, false",
    "storm, Exists, , , true",
    ", Exists, , , true",
    ", Exists, , NoExecute, true",
    "storm, Exists, , NoSchedule, false",
    "flood, Exists, , , false",
    "storm, Gt, 1, , false"
  })
  void whoToleratesMayRun(
      String key, String operator, String value, String effect, boolean tolerated) {
    Pod pod =
        new PodBuilder(plain())
            .editSpec()
            .withTolerations(new Toleration(effect, key, operator, 30L, value))
            .endSpec()
            .build();
    assertThat(check(pod, "NoExecute")).isEqualTo(tolerated ? Admission.ADMITTED : REFUSED);
  }

  @Test
  void onlyTaintsThatEndPodsCount() {
    assertThat(check(plain(), "NoExecute")).isEqualTo(REFUSED);
    assertThat(check(plain(), "NoSchedule")).isEqualTo(Admission.ADMITTED);
  }

  @Test
  void theNodesOwnPodsAreNotAsked() {
    Pod own =
        new PodBuilder(plain())
            .editMetadata()
            .addToAnnotations("kubernetes.io/config.source", "file")
            .endMetadata()
            .build();
    assertThat(check(own, "NoExecute")).isEqualTo(Admission.ADMITTED);
  }
}
