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
}
