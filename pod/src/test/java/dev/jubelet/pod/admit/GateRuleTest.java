package dev.jubelet.pod.admit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Restart rules, where their gates are off. */
@Rule({"5.5", "6.8"})
final class GateRuleTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RULES = "ContainerRestartRules";
  private static final String RESTART_ALL = "RestartAllContainersOnContainerExits";

  private static Admission admission(String spec, String gateThatIsOff)
      throws JsonProcessingException {
    String quoted = "{'metadata':{'name':'web'},'spec':{" + spec + "}}";
    Pod pod = JSON.readValue(quoted.replace('\'', '"'), Pod.class);
    return new GateRule(gate -> !gate.equals(gateThatIsOff)).check(AdmissionFixture.candidate(pod));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'containers':[{'restartPolicy':'Never'}] | spec.containers[0].restartPolicy",
        "'containers':[{},{'restartPolicy':'Always'}] | spec.containers[1].restartPolicy",
        "'initContainers':[{'restartPolicy':'OnFailure'}] | spec.initContainers[0].restartPolicy",
        "'initContainers':[{'restartPolicyRules':[{'action':'Restart'}]}]"
            + "| spec.initContainers[0].restartPolicyRules"
      })
  void aPolicyOfTheContainersOwnIsNotForgotten(String spec, String path)
      throws JsonProcessingException {
    assertThat(admission(spec, RULES)).isEqualTo(refused(path, RULES));
    assertThat(admission(spec, RESTART_ALL)).isEqualTo(Admission.ADMITTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'containers':[{'restartPolicyRules':[{'action':'Restart'},{'action':'RestartAllContainers'}]}]"
            + "| spec.containers[0].restartPolicyRules[1].action",
        "'initContainers':[{'restartPolicy':'Always','restartPolicyRules':[{'action':'RestartAllContainers'}]}]"
            + "| spec.initContainers[0].restartPolicyRules[0].action"
      })
  void norIsTheRestartOfAll(String spec, String path) throws JsonProcessingException {
    assertThat(admission(spec, RESTART_ALL)).isEqualTo(refused(path, RESTART_ALL));
  }

  @ParameterizedTest
  @CsvSource({RULES, RESTART_ALL})
  void aSidecarNeedsNoGate(String off) throws JsonProcessingException {
    assertThat(admission("'initContainers':[{'restartPolicy':'Always'}]", off))
        .isEqualTo(Admission.ADMITTED);
  }

  private static Admission refused(String path, String gate) {
    return new Admission.Rejected(
        "PodFeatureUnsupported", path + " needs the feature gate " + gate + ", which is off");
  }
}
