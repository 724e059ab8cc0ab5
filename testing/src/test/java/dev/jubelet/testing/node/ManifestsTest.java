package dev.jubelet.testing.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ManifestsTest {
  @Test
  void writesListsAtTheIndentationOfTheSpec() {
    String yaml =
        Manifests.pod("web")
            .spec("  hostNetwork: true")
            .init("first", "img", "echo \"hi\"")
            .container("main", "img", "exit 0")
            .yaml();
    assertThat(yaml)
        .isEqualTo(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
            spec:
              restartPolicy: Always
              terminationGracePeriodSeconds: 5
              hostNetwork: true
              initContainers:
              - name: first
                image: img
                imagePullPolicy: IfNotPresent
                command: ["sh", "-c", "echo \\"hi\\""]
              containers:
              - name: main
                image: img
                imagePullPolicy: IfNotPresent
                command: ["sh", "-c", "exit 0"]
            """);
  }

  @Test
  void linesCanBeAddedToTheNewestContainer() {
    String yaml =
        Manifests.pod("web")
            .uid("fixed")
            .sidecar("side", "img", "exit 1")
            .container("main", "img", "exit 0")
            .pullPolicy("Never")
            .with("env: [{name: A, value: b}]")
            .yaml();
    assertThat(yaml)
        .contains("  name: web\n  uid: fixed\n")
        .contains("- name: side\n    image: img\n    imagePullPolicy: IfNotPresent\n")
        .contains("- name: main\n    image: img\n    imagePullPolicy: Never\n")
        .contains("command: [\"sh\", \"-c\", \"exit 1\"]\n    restartPolicy: Always\n")
        .endsWith("command: [\"sh\", \"-c\", \"exit 0\"]\n    env: [{name: A, value: b}]\n");
  }
}
