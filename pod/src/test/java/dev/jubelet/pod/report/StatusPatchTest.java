package dev.jubelet.pod.report;

import static dev.jubelet.pod.report.Reports.condition;
import static dev.jubelet.pod.report.Reports.last;
import static dev.jubelet.pod.report.Reports.pod;
import static dev.jubelet.pod.report.Reports.policy;
import static dev.jubelet.pod.report.Reports.report;
import static dev.jubelet.pod.report.Reports.running;
import static dev.jubelet.pod.report.Reports.status;
import static dev.jubelet.pod.report.Reports.terminated;
import static dev.jubelet.pod.report.Reports.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.pod.manifest.KubernetesJson;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatusPatchTest {
  private final StatusPatch patches = new StatusPatch(KubernetesJson.mapper());

  @Test
  void nothingIsSentWhenTheServerHasItAll() {
    PodStatus same =
        status("Running", running()).withConditions(condition("Ready", "True")).build();
    assertThat(patches.between(report(pod("a"), same), with(pod("a"), same))).isEmpty();
  }

  @Test
  void onlyWhatDiffersIsSent() {
    PodStatus ours = status("Running", running()).withPodIP("10.0.0.7").build();
    PodStatus theirs = status("Pending", running()).withPodIP("10.0.0.7").build();
    assertPatch(
        patches.between(report(pod("a"), ours), with(pod("a"), theirs)), "{'phase':'Running'}");
  }

  @Test
  void whatIsOverIsTakenAway() {
    PodStatus theirs = status("Running").withReason("Odd").withMessage("of old").build();
    assertPatch(
        patches.between(report(pod("a"), status("Running").build()), with(pod("a"), theirs)),
        "{'reason':null,'message':null}");
  }

  @Test
  void addressesAreReplacedAsAWhole() {
    PodStatus ours = status("Running").addNewPodIP("10.0.0.7").build();
    PodStatus theirs = status("Running").addNewPodIP("10.0.0.6").build();
    assertPatch(
        patches.between(report(pod("a"), ours), with(pod("a"), theirs)),
        "{'podIPs':[{'ip':'10.0.0.7'},{'$patch':'replace'}]}");
  }

  @Test
  void conditionsOfOthersAreNotTouched() {
    PodStatus ours =
        status("Running")
            .withConditions(condition("example.com/x", "False"), condition("Ready", "True"))
            .build();
    PodStatus theirs =
        status("Running")
            .withConditions(
                condition("example.com/x", "True"),
                condition("PodResizePending", "True"),
                condition("DisruptionTarget", "True"))
            .build();
    assertPatch(
        patches.between(report(pod("a"), ours), with(pod("a"), theirs)),
        "{'$setElementOrder/conditions':[{'type':'example.com/x'},{'type':'DisruptionTarget'},"
            + "{'type':'Ready'}],"
            + "'conditions':[{'lastTransitionTime':'2026-01-01T00:00:00Z','status':'True',"
            + "'type':'Ready'},"
            + "{'$patch':'delete','type':'PodResizePending'}]}");
  }

  @Test
  void aConditionThatStaysKeepsTheTimeOfItsLastChange() {
    PodStatus ours =
        status("Running")
            .addNewCondition()
            .withType("PodScheduled")
            .withStatus("True")
            .withLastTransitionTime("2026-02-02T00:00:00Z")
            .endCondition()
            .build();
    PodStatus theirs = status("Running").withConditions(condition("PodScheduled", "True")).build();
    assertThat(patches.between(report(pod("a"), ours), with(pod("a"), theirs))).isEmpty();
  }

  @Test
  void theClassThatTheServerGaveAPodStays() {
    PodStatus ours = status("Running").withQosClass("BestEffort").build();
    PodStatus theirs = status("Running").withQosClass("Burstable").build();
    assertThat(patches.between(report(pod("a"), ours), with(pod("a"), theirs))).isEmpty();
    assertPatch(
        patches.between(report(pod("a"), ours), with(pod("a"), status("Running").build())),
        "{'qosClass':'BestEffort'}");
  }

  @ParameterizedTest
  @CsvSource({"Failed, Running", "Succeeded, Pending", "Failed, Succeeded"})
  void aPhaseThatIsOverStays(String theirs, String ours) {
    Pod known = with(pod("a"), status(theirs).withReason("Why").build());
    assertThat(patches.between(last(pod("a"), status(ours).build()), known)).isEmpty();
  }

  @Test
  void noPodIsOverWhileOneOfItsContainersRuns() {
    PodStatus ours =
        status("Failed", running())
            .withReason("Evicted")
            .withConditions(condition("DisruptionTarget", "True"))
            .build();
    Pod known = with(pod("a"), status("Running", running()).build());
    assertThat(patches.between(report(pod("a"), ours), known)).isEmpty();
    PodStatus stopped =
        status("Failed", terminated(137))
            .withReason("Evicted")
            .withConditions(condition("DisruptionTarget", "True"))
            .build();
    ObjectNode patch = patches.between(report(pod("a"), stopped), known);
    assertThat(patch.path("phase").asText()).isEqualTo("Failed");
    assertThat(patch.path("reason").asText()).isEqualTo("Evicted");
    assertThat(patch.path("conditions")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Never, 0, true",
    "Never, 1, true",
    "OnFailure, 0, true",
    "OnFailure, 1, false",
    "Always, 0, false"
  })
  void aContainerThatEndedForGoodDoesNotComeBack(String policy, int exitCode, boolean stays) {
    Pod pod = policy(pod("a"), policy);
    Pod known = with(pod, status("Running", terminated(exitCode)).build());
    ObjectNode patch = patches.between(report(pod, status("Running", running()).build()), known);
    assertThat(patch.has("containerStatuses")).isEqualTo(!stays);
  }

  @Test
  void thePatchHoldsForOnePodOnlyAndAPhaseOnlyForOneVersion() {
    Pod known =
        new PodBuilder(pod("a")).editMetadata().withResourceVersion("7").endMetadata().build();
    ObjectNode address = KubernetesJson.mapper().createObjectNode().put("podIP", "10.0.0.7");
    assertPatch(
        patches.request(known, address),
        "{'metadata':{'uid':'uid-a'},'status':{'podIP':'10.0.0.7'}}");
    ObjectNode phase = KubernetesJson.mapper().createObjectNode().put("phase", "Running");
    assertPatch(
        patches.request(known, phase),
        "{'metadata':{'uid':'uid-a','resourceVersion':'7'},'status':{'phase':'Running'}}");
  }

  private static void assertPatch(ObjectNode patch, String expected) {
    try {
      assertThat(patch).isEqualTo(KubernetesJson.mapper().readTree(expected.replace('\'', '"')));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
