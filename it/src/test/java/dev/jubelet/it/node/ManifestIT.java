package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bad manifests never hurt a neighbour. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("17.3")
final class ManifestIT extends NodeSuite {
  ManifestIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void everyKindOfBadFileIsNamedOnceAndTheGoodPodRuns() throws Exception {
    node.apply("01-broken.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: [");
    node.apply("02-duplicate-keys.yaml", "kind: Pod\nkind: Pod\n");
    node.apply("03-bomb.yaml", bomb());
    node.apply("04-huge.yaml", "#".repeat((10 << 20) + 1));
    node.apply("05-not-a-pod.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: x}\n");
    node.apply("06-invalid.yaml", Manifests.pod("Bad_Name").running("c", "image").yaml());
    Files.createSymbolicLink(node.manifests().resolve("07-loop.yaml"), Path.of("07-loop.yaml"));
    fifo(node.manifests().resolve("08-fifo.yaml"));
    node.apply(".hidden.yaml", "not: [looked: at");
    node.apply("editor.yaml~", "not: [looked: at");
    node.apply(Manifests.pod("good").running("main", containerd.image()), "good");
    node.awaitReady("good");
    node.await("all are named", () -> countProblems() >= 8);
    assertThat(node.pods()).hasSize(1);
    for (String file : List.of("01-", "02-", "03-", "04-", "05-", "06-", "07-", "08-")) {
      assertThat(problemsOf(file)).as(file).hasSize(1);
    }
    assertThat(problemsOf(".hidden")).isEmpty();
    assertThat(problemsOf("editor")).isEmpty();
  }

  @Test
  void aTypoInARunningPodsFileDoesNotEndThePod() {
    node.apply(Manifests.pod("typo").running("main", containerd.image()), "typo");
    Pod before = node.awaitReady("typo");
    node.apply("typo.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: typo\n");
    node.await("the problem is told", () -> !problemsOf("typo.yaml").isEmpty());
    assertThat(node.awaitReady("typo").getMetadata().getUid())
        .isEqualTo(before.getMetadata().getUid());
  }

  @Test
  void aPodThatMayNotRunHereSaysWhy() {
    node.apply(
        "greedy.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: greedy}
        spec:
          containers:
          - name: main
            image: %s
            resources: {requests: {cpu: "1000"}}
        """
            .formatted(containerd.image()));
    Pod pod = node.awaitPhase("greedy", "Failed");
    assertThat(pod.getStatus().getReason()).isEqualTo("OutOfcpu");
    assertThat(pod.getStatus().getMessage())
        .contains("Node didn't have enough resource: cpu, requested: 1000000, used: ");
  }

  @Test
  void aSecondPodOfTheSameNameIsRefusedAndTheFirstStays() {
    node.apply("a.yaml", Manifests.pod("twin").running("main", containerd.image()).yaml());
    Pod first = node.awaitReady("twin");
    node.apply("b.yaml", Manifests.pod("twin").running("other", containerd.image()).yaml());
    node.await("the second is refused", () -> !problemsOf("b.yaml").isEmpty());
    assertThat(node.pods()).hasSize(1);
    assertThat(node.awaitReady("twin").getMetadata().getUid())
        .isEqualTo(first.getMetadata().getUid());
  }

  private long countProblems() {
    return node.log().lines().filter(line -> line.contains("Manifest has a problem")).count();
  }

  private List<String> problemsOf(String file) {
    return node.log()
        .lines()
        .filter(line -> line.contains("Manifest has a problem") && line.contains("/" + file))
        .toList();
  }

  private static String bomb() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      String before = "*a" + (i - 1);
      text.append("a%d: &a%d [%s]\n".formatted(i, i, (before + ", ").repeat(8) + before));
    }
    return text.toString();
  }

  private static void fifo(Path path) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }
}
