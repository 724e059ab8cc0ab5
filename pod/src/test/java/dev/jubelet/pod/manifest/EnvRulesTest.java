package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvRulesTest {
  private static List<String> problems(String fields) {
    try {
      PodText.readStandalone(
          PodText.MINIMAL
              + "    "
              + fields
              + "\n  volumes: [{name: scratch, emptyDir: {}}, {name: host, hostPath: {path: /x}}]\n");
      return List.of();
    } catch (ManifestException e) {
      return e.problems();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          envFrom: [{}]                                              | envFrom[0]: Invalid value
          envFrom: [{configMapRef: {name: a}, secretRef: {name: a}}] | envFrom[0]: Invalid value
          envFrom: [{prefix: "a=", secretRef: {name: a}}]            | envFrom[0].prefix: Invalid value
          envFrom: [{configMapRef: {}}]                              | envFrom[0].configMapRef.name: Required value
          envFrom: [{secretRef: {name: A}}]                          | envFrom[0].secretRef.name: Invalid value: "A"
          env: [{name: A, valueFrom: {configMapKeyRef: {key: k}}}]   | env[0].valueFrom.configMapKeyRef.name: Required value
          env: [{name: A, valueFrom: {secretKeyRef: {name: s}}}]     | env[0].valueFrom.secretKeyRef.key: Required value
          env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: ..x}}}] | env[0].valueFrom.secretKeyRef.key: Invalid value
          env: [{name: A, valueFrom: {fileKeyRef: {key: K, path: f}}}] | env[0].valueFrom.fileKeyRef.volumeName: Required value
          env: [{name: A, valueFrom: {fileKeyRef: {key: K, path: f, volumeName: x}}}] | env[0].valueFrom.fileKeyRef.volumeName: Not found
          env: [{name: A, valueFrom: {fileKeyRef: {key: K, path: f, volumeName: host}}}] | env[0].valueFrom.fileKeyRef.volumeName: Invalid value: "host": referenced volume must be of type emptyDir
          env: [{name: A, valueFrom: {fileKeyRef: {key: K, path: a/../f, volumeName: scratch}}}] | env[0].valueFrom.fileKeyRef.path: Invalid value
          env: [{name: A, valueFrom: {fileKeyRef: {key: "K=", path: f, volumeName: scratch}}}] | env[0].valueFrom.fileKeyRef.key: Invalid value
          env: [{name: A, valueFrom: {fileKeyRef: {key: K, volumeName: scratch}}}] | env[0].valueFrom.fileKeyRef.path: Required value
          """)
  void aWrongReferenceIsNamed(String fields, String problem) {
    assertThat(problems(fields))
        .singleElement()
        .asString()
        .startsWith("spec.containers[0]." + problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "envFrom: [{prefix: 'odd-prefix. ', configMapRef: {name: a.b, optional: true}}]",
        "env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: .dockercfg}}}]",
        "env: [{name: A, valueFrom: {fileKeyRef: {key: K, path: dir/f.env, volumeName: scratch}}}]"
      })
  void aGoodReferenceIsAllowed(String fields) {
    assertThat(problems(fields)).isEmpty();
  }
}
