package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerRulesTest {
  private static final String AT = "spec.containers[0].";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          imagePullPolicy: Maybe                             | imagePullPolicy: Unsupported value: "Maybe"
          terminationMessagePolicy: Log                      | terminationMessagePolicy: Unsupported value
          ports: [{}]                                        | ports[0].containerPort: Required value
          ports: [{containerPort: 0}]                        | ports[0].containerPort: Invalid value: 0
          ports: [{containerPort: 1, hostPort: 70000}]       | ports[0].hostPort: Invalid value: 70000
          ports: [{containerPort: 1, name: Web}]             | ports[0].name: Invalid value: "Web"
          ports: [{containerPort: 1, protocol: ICMP}]        | ports[0].protocol: Unsupported value
          ports: [{containerPort: 1, hostIP: here}]          | ports[0].hostIP: Invalid value: "here"
          env: [{name: "A=B"}]                               | env[0].name: Invalid value: "A=B"
          env: [{value: x}]                                  | env[0].name: Required value
          env: [{name: A, valueFrom: {}}]                    | env[0].valueFrom: Invalid value
          volumeMounts: [{name: gone, mountPath: /a}]        | volumeMounts[0].name: Not found: "gone"
          resources: {requests: {cpu: "-1"}}                 | resources.requests.cpu: Invalid value: "-1"
          resources: {limits: {cpu: 1}, requests: {cpu: 2}}  | resources.requests.cpu: Invalid value: "2"
          resources: {requests: {memory: much}}              | resources.requests.memory: Invalid value
          resources: {limits: {hugepages-2Mi: 2Mi}}          | resources: Forbidden: huge pages need a request or limit of cpu or memory
          resources: {requests: {cpu: 1, hugepages-2Mi: 2Mi}} | resources.limits.hugepages-2Mi: Required value
          resources: {limits: {cpu: 1, hugepages-2Mi: 4Mi}, requests: {hugepages-2Mi: 2Mi}} | resources.requests.hugepages-2Mi: Invalid value: "2Mi"
          """)
  void a_container_that_breaks_a_rule_is_refused(String field, String problem) {
    assertOnly(PodText.problemsOfContainer(field), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          restartPolicy: Maybe                                                | restartPolicy: Unsupported value: "Maybe"
          restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}] | restartPolicy: Required value: must specify
          restartPolicy: Never, restartPolicyRules: [{action: Restart}] | restartPolicyRules[0].exitCodes: Required value
          restartPolicy: Never, restartPolicyRules: [{action: Stop, exitCodes: {operator: In, values: [1]}}] | restartPolicyRules[0].action: Unsupported value: "Stop"
          restartPolicy: Never, restartPolicyRules: [{exitCodes: {operator: In, values: [1]}}] | restartPolicyRules[0].action: Unsupported value: ""
          restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: Is, values: [1]}}] | restartPolicyRules[0].exitCodes.operator: Unsupported value: "Is"
          """)
  void a_restart_rule_that_breaks_a_rule_is_refused(String field, String problem) {
    assertOnly(PodText.problemsOfContainer(field), problem);
  }

  @Test
  void more_than_twenty_restart_rules_are_refused() {
    String rule = "{action: Restart, exitCodes: {operator: In, values: [1]}},";
    assertOnly(
        PodText.problemsOfContainer(
            "restartPolicy: Never, restartPolicyRules: [" + rule.repeat(21) + "]"),
        "restartPolicyRules: Too many: 21: must have at most 20 items");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          livenessProbe: {}                                                 | livenessProbe: Required value
          livenessProbe: {exec: {command: [a]}, tcpSocket: {port: 1}}       | livenessProbe: Forbidden
          livenessProbe: {exec: {}}                                         | livenessProbe.exec.command: Required value
          livenessProbe: {tcpSocket: {port: 1}, periodSeconds: -5}          | livenessProbe.periodSeconds: Invalid value: -5
          livenessProbe: {tcpSocket: {port: 1}, successThreshold: 2}        | livenessProbe.successThreshold: Invalid value: 2
          livenessProbe: {tcpSocket: {port: 0}}                             | livenessProbe.tcpSocket.port: Invalid value: 0
          livenessProbe: {tcpSocket: {}}                                    | livenessProbe.tcpSocket.port: Required value
          readinessProbe: {grpc: {}}                                        | readinessProbe.grpc.port: Invalid value
          readinessProbe: {httpGet: {port: 80, scheme: FTP}}                | readinessProbe.httpGet.scheme: Unsupported value
          readinessProbe: {httpGet: {port: "A B"}}                          | readinessProbe.httpGet.port: Invalid value
          readinessProbe: {tcpSocket: {port: 1}, terminationGracePeriodSeconds: 5} | readinessProbe.terminationGracePeriodSeconds: Invalid
          lifecycle: {preStop: {}}                                          | lifecycle.preStop: Required value
          lifecycle: {preStop: {sleep: {seconds: -1}}}                      | lifecycle.preStop.sleep.seconds: Invalid value: -1
          """)
  void a_probe_or_hook_that_breaks_a_rule_is_refused(String field, String problem) {
    assertOnly(PodText.problemsOfContainer(field), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                              | mountPath: Required value
          {mountPath: /a, subPath: /b}                    | subPath: Invalid value: "/b"
          {mountPath: /a, subPath: b/../c}                | subPath: Invalid value: "b/../c"
          {mountPath: /a, subPath: b, subPathExpr: c}     | subPathExpr: Invalid value: "c"
          {mountPath: /a, mountPropagation: Both}         | mountPropagation: Unsupported value
          {mountPath: /a, mountPropagation: Bidirectional} | mountPropagation: Forbidden
          {mountPath: /a, recursiveReadOnly: Enabled}     | recursiveReadOnly: Forbidden
          {mountPath: /a, readOnly: true, recursiveReadOnly: IfPossible, mountPropagation: HostToContainer} | recursiveReadOnly: Forbidden
          """)
  void a_mount_that_breaks_a_rule_is_refused(String mount, String problem) {
    String named = "{name: data, " + mount.substring(1);
    assertOnly(
        PodText.problemsOfSpec(
            "{volumes: [{name: data}], containers: [{name: main, image: nginx, volumeMounts: ["
                + named
                + "]}]}"),
        "volumeMounts[0]." + problem);
  }

  @Test
  void host_ports_are_unique_in_a_pod() {
    assertThat(
            PodText.problemsOfSpec(
                "{containers: [{name: a, image: x, ports: [{containerPort: 1, hostPort: 80}]},"
                    + " {name: b, image: x, ports: [{containerPort: 2, hostPort: 80},"
                    + " {containerPort: 2, hostPort: 80, protocol: UDP}]}]}"))
        .containsExactly("spec.containers[1].ports[0].hostPort: Duplicate value: 80");
  }

  @Test
  void mount_paths_are_unique_in_a_container() {
    assertThat(
            PodText.problemsOfSpec(
                "{volumes: [{name: v}], containers: [{name: a, image: x, volumeMounts:"
                    + " [{name: v, mountPath: /a}, {name: v, mountPath: /a}]}]}"))
        .singleElement()
        .asString()
        .contains("volumeMounts[1].mountPath", "must be unique");
  }

  @Test
  void an_init_container_has_probes_only_as_a_sidecar() {
    String probe = "readinessProbe: {tcpSocket: {port: 1}}";
    String main = "containers: [{name: main, image: x}]";
    assertThat(
            PodText.problemsOfSpec(
                "{initContainers: [{name: i, image: x, " + probe + "}], " + main + "}"))
        .singleElement()
        .asString()
        .startsWith("spec.initContainers[0].readinessProbe: Forbidden");
    assertThat(
            PodText.problemsOfSpec(
                "{initContainers: [{name: i, image: x, restartPolicy: Always, "
                    + probe
                    + "}], "
                    + main
                    + "}"))
        .isEmpty();
  }

  @Test
  void a_value_beside_a_reference_is_refused_without_repeating_it() {
    assertThat(
            PodText.problemsOfContainer(
                "env: [{name: A, value: hunter2, valueFrom: {fieldRef: {fieldPath: x}}}]"))
        .singleElement()
        .asString()
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resources: {limits: {cpu: 0.5, memory: 1e3, example.com/gpu: 2}}",
        "resources: {requests: {cpu: 100m, ephemeral-storage: 1Gi}}",
        "env: [{name: A}, {name: a.b-c, value: \"\"}]",
        "ports: [{containerPort: 53, name: dns, protocol: UDP}, {containerPort: 53, name: tcp}]",
        "securityContext: {privileged: true, runAsUser: 0}",
        "lifecycle: {postStart: {exec: {command: [a]}}, preStop: {sleep: {seconds: 0}}}"
      })
  void what_the_api_allows_is_allowed(String fields) {
    assertThat(PodText.problemsOfContainer(fields)).isEmpty();
  }

  private static void assertOnly(List<String> problems, String end) {
    assertThat(problems).singleElement().asString().startsWith(AT + end);
  }
}
