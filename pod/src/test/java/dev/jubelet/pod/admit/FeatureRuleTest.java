package dev.jubelet.pod.admit;

import static dev.jubelet.pod.admit.AdmissionFixture.check;
import static dev.jubelet.pod.admit.AdmissionFixture.plain;
import static dev.jubelet.pod.admit.AdmissionFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("5.5")
class FeatureRuleTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Pod pod(String spec) throws JsonProcessingException {
    String quoted = "{'metadata':{'name':'web'},'spec':" + spec + "}";
    return JSON.readValue(quoted.replace('\'', '"'), Pod.class);
  }

  private static Admission unsupported(String path) {
    return rejected("PodFeatureUnsupported", "This version of Jubelet does not support " + path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"'resourceClaims':[{'name':'x'}] | resourceClaims"})
  void aPodsFieldIsNamed(String json, String path) throws JsonProcessingException {
    assertThat(check(pod("{'containers':[]," + json + "}"))).isEqualTo(unsupported("spec." + path));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'resources':{'claims':[{'name':'x'}]} | resources.claims",
        "'resources':{'requests':{'x.io/gpu':'1'}} | resources.requests[x.io/gpu]"
      })
  void aContainersFieldIsNamed(String json, String path) throws JsonProcessingException {
    FeatureRule rule = new FeatureRule(p -> List.of());
    for (String list : List.of("containers", "initContainers")) {
      Pod pod = pod("{'" + list + "':[{'name':'a'},{'name':'b'," + json + "}]}");
      assertThat(rule.check(AdmissionFixture.candidate(pod)))
          .isEqualTo(unsupported("spec." + list + "[1]." + path));
    }
  }

  @Test
  void everythingUnsupportedIsListedAtOnce() throws JsonProcessingException {
    Pod pod =
        pod(
            "{'resourceClaims':[{'name':'x'}],'containers':[{'name':'a',"
                + "'resources':{'claims':[{'name':'x'}]}}]}");
    assertThat(
            new FeatureRule(p -> List.of("spec.volumes[0].secret"))
                .check(AdmissionFixture.candidate(pod)))
        .isEqualTo(
            unsupported(
                "spec.resourceClaims, spec.volumes[0].secret,"
                    + " spec.containers[0].resources.claims"));
  }

  @Test
  void sidecarsAndPlainFieldsAreSupported() throws JsonProcessingException {
    assertThat(
            check(
                pod(
                    "{'hostUsers':false,'hostnameOverride':'x','runtimeClassName':'kata','activeDeadlineSeconds':5,"
                        + "'readinessGates':[{'conditionType':'x'}],"
                        + "'ephemeralContainers':[{'name':'x'}],'initContainers':[{'name':'s','restartPolicy':'Always'}],"
                        + "'containers':[{'name':'a','env':[{'name':'A','valueFrom':{'fieldRef':"
                        + "{'fieldPath':'metadata.name'}}}],'lifecycle':{},'resources':{},"
                        + "'restartPolicy':'Never','restartPolicyRules':[{}]}]}")))
        .isEqualTo(Admission.ADMITTED);
    assertThat(check(plain())).isEqualTo(Admission.ADMITTED);
  }

  @Test
  void aFieldWhoseGateIsOffIsNamedWithTheGate() throws JsonProcessingException {
    Pod pod =
        pod(
            "{'hostnameOverride':'x','initContainers':[{'name':'a','lifecycle':{'stopSignal':"
                + "'SIGINT'}}],'containers':[{'name':'b','lifecycle':{'stopSignal':'SIGINT'}}]}");
    assertThat(new GateRule(gate -> true).check(AdmissionFixture.candidate(pod)))
        .isEqualTo(Admission.ADMITTED);
    assertThat(new GateRule(gate -> false).check(AdmissionFixture.candidate(pod)))
        .isEqualTo(
            rejected(
                "PodFeatureUnsupported",
                "spec.hostnameOverride needs the feature gate HostnameOverride, which is off,"
                    + " spec.initContainers[0].lifecycle.stopSignal needs the feature gate"
                    + " ContainerStopSignals, which is off, spec.containers[0].lifecycle.stopSignal"
                    + " needs the feature gate ContainerStopSignals, which is off"));
  }

  @Test
  void confinementThatTheNodeCannotGiveIsRefused() throws JsonProcessingException {
    assertThat(
            check(
                pod(
                    "{'containers':[{'name':'a','securityContext':{'appArmorProfile':"
                        + "{'type':'RuntimeDefault'}}}]}")))
        .isEqualTo(
            rejected("AppArmor", "Cannot enforce AppArmor: AppArmor is not enabled on the host"));
    assertThat(
            check(
                pod(
                    "{'containers':[],'securityContext':{'appArmorProfile':"
                        + "{'type':'Unconfined'},'supplementalGroupsPolicy':'Merge'}}")))
        .isEqualTo(Admission.ADMITTED);
    assertThat(check(pod("{'securityContext':{'supplementalGroupsPolicy':'Strict'}}")))
        .isEqualTo(
            rejected(
                "SupplementalGroupsPolicyNotSupported",
                "SupplementalGroupsPolicy=Strict is not supported in this node"));
  }

  @Test
  void aPodThatRunsAlreadyIsNotAskedForItsConfinementAgain() throws JsonProcessingException {
    Pod pod =
        pod(
            "{'containers':[{'name':'a','securityContext':{'appArmorProfile':"
                + "{'type':'RuntimeDefault'}}}]},'status':{'phase':'Running'}");
    assertThat(check(pod)).isEqualTo(Admission.ADMITTED);
  }

  @Test
  void aValueThatCannotBeReadRefusesItsPodOnly() throws JsonProcessingException {
    Pod pod = pod("{'containers':[{'name':'a','resources':{'requests':{'cpu':'1x'}}}]}");
    assertThat(check(pod))
        .isInstanceOfSatisfying(
            Admission.Rejected.class,
            r -> {
              assertThat(r.reason()).isEqualTo("UnexpectedAdmissionError");
              assertThat(r.message()).contains("\"1x\" is not a quantity");
            });
  }
}
