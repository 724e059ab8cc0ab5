package dev.jubelet.pod.admit;

import static dev.jubelet.pod.admit.AdmissionFixture.check;
import static dev.jubelet.pod.admit.AdmissionFixture.plain;
import static dev.jubelet.pod.admit.AdmissionFixture.requesting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Admission;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lifecycle 5: room for a critical pod. */
class PreemptionRulesTest {
  private static final int SYSTEM = 2_000_000_000;

  /**
   * Pods are written as name:class:cpu:memory with class b(est effort), u (burstable) or
   * g(uaranteed); a best-effort pod has no numbers.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cpu=500            | a:u:500m:0 b:u:1:0                       | a",
        "cpu=600            | a:u:500m:0 b:u:1:0                       | b",
        "cpu=1200           | a:u:500m:0 b:u:1:0                       | a b",
        "cpu=500            | a:g:500m:1Gi b:u:2:0                     | b",
        "cpu=2500           | a:g:500m:1Gi b:u:2:0                     | a b",
        "cpu=500 memory=1Gi | a:u:500m:0 b:u:0:1Gi c:u:500m:1Gi        | c",
        "cpu=500            | a:u:500m:2Gi b:u:500m:1Gi                | b",
        "cpu=500            | a:u:700m:1Gi b:u:600m:1Gi                | b",
        "cpu=500            | a:u:700m:1Gi b:u:700m:1Gi                | b",
        "pods=1             | a:u:500m:0 b:b c:g:1:1Gi                 | b",
        "pods=2             | a:u:500m:0 b:b c:g:1:1Gi                 | a b",
        "pods=1 cpu=100     | a:b b:u:1:0                              | b",
        "cpu=5000           | a:u:500m:0 b:g:1:1Gi                     | nobody",
        "example.com/x=1    | a:u:500m:0                               | nobody"
      })
  void asFewAndAsWeaklyPromisedAsWillDo(String missing, String pods, String victims) {
    List<Pod> active = Arrays.stream(pods.split(" ", -1)).map(PreemptionRulesTest::pod).toList();
    assertThat(chosen(critical(plain(), 0), active, missing)).isEqualTo(victims);
  }

  @ParameterizedTest
  @CsvSource({
    "2000000000, 2000000000, nobody",
    "2000001000, 2000000000, a",
    "2000000000, 2000001000, nobody",
    "2000000000, 5, a",
  })
  void aCriticalPodGivesWayToAHigherPriorityOnly(int mine, int theirs, String victims) {
    Pod other = critical(pod("a:u:500m:0"), theirs);
    assertThat(chosen(critical(plain(), mine), List.of(other), "cpu=100")).isEqualTo(victims);
  }

  @Test
  void aStaticPodWithoutPriorityGivesWayToNobody() {
    Pod other = asStatic(pod("a:u:500m:0"));
    assertThat(chosen(critical(plain(), SYSTEM), List.of(other), "cpu=100")).isEqualTo("nobody");
  }

  @Test
  void aCriticalPodIsAdmittedAfterOthers() {
    Pod other = requesting("cpu", "3");
    assertThat(check(critical(requesting("cpu", "2"), SYSTEM), other))
        .isEqualTo(new Admission.AfterPreemption(List.of(other), "cpu"));
    assertThat(check(asStatic(requesting("cpu", "2")), other))
        .isEqualTo(new Admission.AfterPreemption(List.of(other), "cpu"));
    assertThat(check(asStatic(requesting("cpu", "1")), other)).isEqualTo(Admission.ADMITTED);
  }

  @Test
  void nobodyIsEndedForAPodThatIsRefusedAnyway() {
    Pod elsewhere =
        new PodBuilder(asStatic(requesting("cpu", "2")))
            .editSpec()
            .withNodeName("node-b")
            .endSpec()
            .build();
    assertThat(check(elsewhere, requesting("cpu", "3")))
        .isEqualTo(
            AdmissionFixture.rejected(
                "NodeName",
                "Predicate NodeName failed: node(s) didn't match the requested node name"));
  }

  @Test
  void whatIsMissingIsToldWhenNobodyCanGiveWay() {
    assertThat(check(critical(requesting("cpu", "5"), SYSTEM), requesting("cpu", "500m")))
        .isEqualTo(
            AdmissionFixture.rejected(
                "UnexpectedAdmissionError",
                "Unexpected error while attempting to recover from admission failure: preemption:"
                    + " error finding a set of pods to preempt: no set of running pods found to"
                    + " reclaim resources: [(res: cpu, q: 1500), ]"));
  }

  @Test
  void aStaticPodIsToldWhatIsShort() {
    assertThat(check(asStatic(requesting("cpu", "5")), requesting("cpu", "500m")))
        .isEqualTo(
            AdmissionFixture.rejected(
                "OutOfcpu",
                "Node didn't have enough resource: cpu, requested: 5000, used: 500, capacity: 4000"));
  }

  private static String chosen(Pod critical, List<Pod> active, String missing) {
    List<Shortage> shortages = new ArrayList<>();
    for (String word : missing.split(" ", -1)) {
      String[] parts = word.split("=", -1);
      long amount = parts[1].equals("1Gi") ? 1L << 30 : Long.parseLong(parts[1]);
      shortages.add(new Shortage(parts[0], amount, 0, 0));
    }
    return PreemptionRules.victims(critical, active, shortages)
        .map(
            victims ->
                victims.stream()
                    .map(pod -> pod.getMetadata().getName())
                    .sorted()
                    .collect(Collectors.joining(" ")))
        .orElse("nobody");
  }

  private static Pod pod(String text) {
    String[] parts = text.split(":", -1);
    Pod named = new PodBuilder(plain()).editMetadata().withName(parts[0]).endMetadata().build();
    if (parts[1].equals("b")) {
      return named;
    }
    Map<String, Quantity> amounts =
        Map.of("cpu", new Quantity(parts[2]), "memory", new Quantity(parts[3]));
    return new PodBuilder(named)
        .editSpec()
        .editFirstContainer()
        .withNewResources()
        .withRequests(amounts)
        .withLimits(parts[1].equals("g") ? amounts : Map.of())
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static Pod critical(Pod pod, int priority) {
    return new PodBuilder(pod).editSpec().withPriority(priority).endSpec().build();
  }

  private static Pod asStatic(Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .addToAnnotations("kubernetes.io/config.source", "file")
        .endMetadata()
        .build();
  }
}
