package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodRulesTest {
  private static final String MAIN = "containers: [{name: main, image: nginx}]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                          | metadata.name: Required value
          {name: Web}                                 | metadata.name: Invalid value: "Web"
          {name: web, namespace: a.b}                 | metadata.namespace: Invalid value: "a.b"
          {name: web, uid: ../../x}                   | metadata.uid: Invalid value: "../../x"
          {name: web, uid: ..}                        | metadata.uid: Invalid value: ".."
          {name: web, labels: {"a b": c}}             | metadata.labels: Invalid value: "a b"
          {name: web, labels: {a: "b c"}}             | metadata.labels.a: Invalid value: "b c"
          {name: web, annotations: {"-x": c}}         | metadata.annotations: Invalid value: "-x"
          """)
  void metadata_that_breaks_a_rule_is_refused(String metadata, String problem) {
    assertOnly(
        PodText.problems(
            "{apiVersion: v1, kind: Pod, metadata: " + metadata + ", spec: {" + MAIN + "}}"),
        problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          restartPolicy: Sometimes                | spec.restartPolicy: Unsupported value: "Sometimes"
          dnsPolicy: Mine                         | spec.dnsPolicy: Unsupported value
          dnsPolicy: None                         | spec.dnsConfig.nameservers: Required value
          dnsConfig: {nameservers: [example]}     | spec.dnsConfig.nameservers: Invalid value: "example"
          terminationGracePeriodSeconds: -1       | spec.terminationGracePeriodSeconds: Invalid value: -1
          activeDeadlineSeconds: 0                | spec.activeDeadlineSeconds: Invalid value: 0
          activeDeadlineSeconds: 2147483648       | spec.activeDeadlineSeconds: Invalid value: 2147483648
          readinessGates: [{conditionType: a b}]  | spec.readinessGates[0].conditionType: Invalid value: "a b"
          hostname: a.b                           | spec.hostname: Invalid value: "a.b"
          hostAliases: [{ip: nowhere}]            | spec.hostAliases[0].ip: Invalid value: "nowhere"
          tolerations: [{operator: Equal}]        | spec.tolerations[0].operator: Invalid value
          tolerations: [{key: a, effect: Never}]  | spec.tolerations[0].effect: Unsupported value
          os: {name: plan9}                       | spec.os.name: Unsupported value
          nodeSelector: {"a b": c}                | spec.nodeSelector: Invalid value: "a b"
          ephemeralContainers: [{name: x}]        | spec.ephemeralContainers: Forbidden
          """)
  void a_spec_that_breaks_a_rule_is_refused(String field, String problem) {
    assertOnly(PodText.problemsOfSpec("{" + MAIN + ", " + field + "}"), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          runAsUser: -1                                        | spec.securityContext.runAsUser: Invalid value: -1
          fsGroup: 4294967296                                  | spec.securityContext.fsGroup: Invalid value
          sysctls: [{name: "Net.x", value: "1"}]               | spec.securityContext.sysctls[0].name: Invalid value
          sysctls: [{name: a.b}, {name: a/b}]                  | spec.securityContext.sysctls[1].name: Duplicate value
          seccompProfile: {type: Mine}                         | spec.securityContext.seccompProfile.type: Unsupported value
          seccompProfile: {type: Localhost}                    | spec.securityContext.seccompProfile.localhostProfile: Required value
          """)
  void a_security_context_that_breaks_a_rule_is_refused(String field, String problem) {
    assertOnly(PodText.problemsOfSpec("{" + MAIN + ", securityContext: {" + field + "}}"), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hostUsers: false, hostNetwork: true                | spec.hostNetwork: Forbidden: when `hostUsers` is false
          hostUsers: false, hostPID: true                    | spec.hostPID: Forbidden: when `hostUsers` is false
          hostUsers: false, hostIPC: true                    | spec.hostIPC: Forbidden: when `hostUsers` is false
          hostnameOverride: A                                | spec.hostnameOverride: Invalid value: "A"
          hostnameOverride: ""                               | spec.hostnameOverride: Invalid value: ""
          hostnameOverride: a, hostNetwork: true             | spec.hostnameOverride: Forbidden: may not be set when hostNetwork is true
          hostnameOverride: a, setHostnameAsFQDN: true       | spec.hostnameOverride: Forbidden: may not be set when setHostnameAsFQDN is true
          overhead: {cpu: much}                              | spec.overhead.cpu: Invalid value
          """)
  void fields_that_exclude_one_another_are_refused(String fields, String problem) {
    assertOnly(PodText.problemsOfSpec("{" + MAIN + ", " + fields + "}"), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          lifecycle: {stopSignal: SIGUSR1}           | hostUsers: true   | spec.containers[0].lifecycle.stopSignal: Forbidden: may not be set for containers with empty `spec.os.name`
          lifecycle: {stopSignal: USR1}              | os: {name: linux} | spec.containers[0].lifecycle.stopSignal: Unsupported value: "USR1"
          securityContext: {procMount: Unmasked}     | hostUsers: true   | spec.containers[0].securityContext.procMount: Invalid value: "Unmasked"
          volumeDevices: [{name: d, devicePath: /d}] | hostUsers: false  | spec.containers[0].volumeDevices: Forbidden
          """)
  void what_a_container_needs_of_its_pod_is_checked(String field, String ofPod, String problem) {
    assertThat(
            PodText.problemsOfSpec(
                "{containers: [{name: main, image: nginx, " + field + "}], " + ofPod + "}"))
        .anySatisfy(found -> assertThat(found).startsWith(problem));
  }

  @Test
  void own_users_stop_signals_and_a_name_of_its_own_are_fine_together() {
    assertThat(
            PodText.problemsOfSpec(
                "{os: {name: linux}, hostUsers: false, hostnameOverride: a.b, overhead: {cpu: 100m},"
                    + " containers: [{name: main, image: nginx,"
                    + " securityContext: {procMount: Unmasked},"
                    + " lifecycle: {stopSignal: SIGRTMIN+3}}]}"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {hostPath: {}}                              | spec.volumes[0].hostPath.path: Required value
          {hostPath: {path: /a/../b}}                 | spec.volumes[0].hostPath.path: Invalid value
          {hostPath: {path: /a, type: Pipe}}          | spec.volumes[0].hostPath.type: Unsupported value: "Pipe"
          {hostPath: {path: /a}, emptyDir: {}}        | spec.volumes[0]: Forbidden
          {emptyDir: {sizeLimit: lots}}               | spec.volumes[0].emptyDir.sizeLimit
          {emptyDir: {sizeLimit: -1Mi}}               | spec.volumes[0].emptyDir.sizeLimit: Invalid value
          {downwardAPI: {defaultMode: 01000}}         | spec.volumes[0].downwardAPI.defaultMode: Invalid value
          {downwardAPI: {items: [{path: a}]}}         | spec.volumes[0].downwardAPI.items[0]: Invalid value
          {image: {}}                                 | spec.volumes[0].image.reference: Required value
          """)
  void a_volume_that_breaks_a_rule_is_refused(String source, String problem) {
    String volume = "{name: data, " + source.substring(1);
    assertOnly(PodText.problemsOfSpec("{" + MAIN + ", volumes: [" + volume + "]}"), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          configMap: {}                                      | configMap.name: Required value
          configMap: {name: c, defaultMode: 01000}           | configMap.defaultMode: Invalid value
          configMap: {name: c, items: [{key: k}]}            | configMap.items[0].path: Required value
          configMap: {name: c, items: [{path: p}]}           | configMap.items[0].key: Required value
          secret: {}                                         | secret.secretName: Required value
          secret: {secretName: s, items: [{key: k, path: /p}]} | secret.items[0].path: Invalid value: "/p"
          secret: {secretName: s, items: [{key: k, path: ..p}]} | secret.items[0].path: Invalid value: "..p"
          secret: {secretName: s, items: [{key: k, path: p, mode: -1}]} | secret.items[0].mode: Invalid value
          projected: {sources: [{configMap: {name: c}, secret: {name: s}}]} | projected.sources[0]: Forbidden
          projected: {sources: [{configMap: {}}]}            | projected.sources[0].configMap.name: Required value
          projected: {sources: [{downwardAPI: {items: [{path: a}]}}]} | projected.sources[0].downwardAPI.items[0]: Invalid value
          projected: {sources: [{serviceAccountToken: {}}]}  | projected.sources[0].serviceAccountToken.path: Required value
          """)
  void files_that_break_a_rule_are_refused(String source, String problem) {
    assertOnly(
        PodText.problemsOfSpec("{" + MAIN + ", volumes: [{name: data, " + source + "}]}").stream()
            .filter(found -> !found.startsWith("spec: static pods may not reference"))
            .toList(),
        "spec.volumes[0]." + problem);
  }

  @Test
  void volume_names_are_needed_valid_and_unique() {
    assertThat(
            PodText.problemsOfSpec(
                "{" + MAIN + ", volumes: [{}, {name: A}, {name: b}, {name: b}]}"))
        .satisfiesExactly(
            p -> assertThat(p).startsWith("spec.volumes[0].name: Required"),
            p -> assertThat(p).startsWith("spec.volumes[1].name: Invalid"),
            p -> assertThat(p).startsWith("spec.volumes[3].name: Duplicate"));
  }

  @Test
  void all_problems_are_told_at_once() {
    assertThat(
            PodText.problemsOfSpec(
                "{restartPolicy: a, dnsPolicy: b, containers: [{name: A}, {image: nginx}]}"))
        .hasSize(5);
  }

  @Test
  void a_pod_without_containers_is_refused() {
    assertOnly(PodText.problemsOfSpec("{}"), "spec.containers: Required value");
  }

  @Test
  void names_are_unique_over_init_and_regular_containers() {
    assertOnly(
        PodText.problemsOfSpec("{initContainers: [{name: main, image: nginx}], " + MAIN + "}"),
        "spec.containers[0].name: Duplicate value: \"main\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          serviceAccountName: x                                        | serviceaccounts
          imagePullSecrets: [{name: x}]                                | secrets
          resourceClaims: [{name: x}]                                  | resourceclaims
          volumes: [{name: x, secret: {secretName: x}}]                | secrets (via secret volumes)
          volumes: [{name: x, configMap: {name: x}}]                   | configmaps (via configmap volumes)
          volumes: [{name: x, persistentVolumeClaim: {claimName: x}}]  | persistentvolumeclaims
          volumes: [{name: x, ephemeral: {}}]                          | persistentvolumeclaims (via ephemeral volumes)
          volumes: [{name: x, csi: {driver: x}}]                       | csidrivers (via CSI volumes)
          volumes: [{name: x, projected: {sources: [{serviceAccountToken: {path: t}}]}}] | serviceaccounts (via projected volumes)
          volumes: [{name: x, rbd: {secretRef: {name: s}}}]            | secrets (via volumes)
          initContainers: [{name: i, image: x, envFrom: [{secretRef: {name: s}}]}] | secrets
          initContainers: [{name: i, image: x, env: [{name: A, valueFrom: {configMapKeyRef: {name: m, key: k}}}]}] | configmaps
          """)
  void a_static_pod_may_not_refer_to_objects_of_an_api_server(String field, String resource) {
    assertOnly(
        PodText.problemsOfSpec("{" + MAIN + ", " + field + "}"),
        "spec: static pods may not reference " + resource);
  }

  private static void assertOnly(List<String> problems, String start) {
    assertThat(problems).singleElement().asString().startsWith(start);
  }
}
