package dev.jubelet.pod.admit;

import static dev.jubelet.pod.admit.AdmissionFixture.check;
import static dev.jubelet.pod.admit.AdmissionFixture.plain;
import static dev.jubelet.pod.admit.AdmissionFixture.rejected;
import static dev.jubelet.pod.admit.AdmissionFixture.requesting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

@Rule("5.2")
class ResourceFitRuleTest {

  @Test
  void aPodThatFitsIsAdmitted() {
    assertThat(check(requesting("cpu", "4"))).isEqualTo(Admission.ADMITTED);
    assertThat(check(requesting("cpu", "0.3"), requesting("cpu", "3.7")))
        .isEqualTo(Admission.ADMITTED);
  }

  @Test
  void tooMuchCpuIsRefusedInMilli() {
    assertThat(check(requesting("cpu", "2"), requesting("cpu", "2500m")))
        .isEqualTo(
            rejected(
                "OutOfcpu",
                "Node didn't have enough resource: cpu, requested: 2000, used: 2500,"
                    + " capacity: 4000"));
  }

  @Test
  void tooMuchMemoryIsRefusedInBytes() {
    assertThat(check(requesting("memory", "9Gi")))
        .isEqualTo(
            rejected(
                "OutOfmemory",
                "Node didn't have enough resource: memory, requested: 9663676416, used: 0,"
                    + " capacity: 8589934592"));
  }

  @Test
  void tooManyPodsAreRefused() {
    assertThat(check(plain(), plain(), plain(), plain()))
        .isEqualTo(
            rejected(
                "OutOfpods",
                "Node didn't have enough resource: pods, requested: 1, used: 3, capacity: 3"));
  }

  @Test
  void aPodWithoutRequestsFitsOnAFullNode() {
    assertThat(check(plain(), requesting("cpu", "4"))).isEqualTo(Admission.ADMITTED);
  }

  @Test
  void aVendorsResourceThatTheNodeDoesNotKnowIsNotCounted() {
    Admission admission =
        new ResourceFitRule().check(AdmissionFixture.candidate(requesting("example.com/gpu", "1")));
    assertThat(admission).isEqualTo(Admission.ADMITTED);
  }

  @Property
  void aPodIsAdmittedExactlyWhenTheSumFits(
      @ForAll @IntRange(min = 1, max = 5000) int mine,
      @ForAll @IntRange(min = 1, max = 5000) int theirs) {
    Pod pod = requesting("cpu", mine + "m");
    Pod other = requesting("cpu", theirs + "m");
    assertThat(check(pod, other) instanceof Admission.Admitted).isEqualTo(mine + theirs <= 4000);
  }
}
