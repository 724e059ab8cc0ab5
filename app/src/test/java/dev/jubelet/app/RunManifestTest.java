package dev.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.jubelet.app.RunManifest.RunPod;
import dev.jubelet.pod.manifest.Manifest;
import dev.jubelet.pod.manifest.ManifestReader;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunManifestTest {
  private static final String WEB =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web, uid: of-the-author}
      spec:
        terminationGracePeriodSeconds: 7
        containers: [{name: c, image: busybox}]
      """;

  private static RunManifest read(String text, boolean once) {
    Iterator<String> uids = IntStream.iterate(1, i -> i + 1).mapToObj(i -> "uid-" + i).iterator();
    return RunManifest.read(text.getBytes(StandardCharsets.UTF_8), once, uids::next);
  }

  /** What an agent with or without an API server makes of it. */
  private static Manifest asAgent(RunManifest manifest, boolean standalone) {
    return new ManifestReader(standalone).read(manifest.json().getBytes(StandardCharsets.UTF_8));
  }

  private static Pod only(RunManifest manifest) {
    return asAgent(manifest, false).entries().getFirst().pod();
  }

  @Test
  void aPodHasTheUidOfItsRunWhateverTheManifestSays() {
    RunManifest manifest = read(WEB, false);

    assertThat(manifest.pods()).containsExactly(new RunPod("default", "web", "uid-1", 7));
    assertThat(only(manifest).getMetadata().getUid()).isEqualTo("uid-1");
    assertThat(only(manifest).getSpec().getRestartPolicy()).isEqualTo("Always");
  }

  @ParameterizedTest
  @CsvSource({"Always, Never", "'', Never", "OnFailure, OnFailure", "Never, Never"})
  void onceMakesAPodEndThatWouldNot(String given, String expected) {
    String policy = given.isEmpty() ? "" : "  restartPolicy: " + given + "\n";

    assertThat(only(read(WEB + policy, true)).getSpec().getRestartPolicy()).isEqualTo(expected);
  }

  /** In YAML 1.1, which manifests are, a number with a leading zero is octal. */
  @Test
  void numbersKeepTheirMeaning() {
    RunManifest manifest =
        read(WEB + "  volumes: [{name: v, downwardAPI: {defaultMode: 0644}}]\n", true);

    assertThat(only(manifest).getSpec().getVolumes().getFirst().getDownwardAPI().getDefaultMode())
        .isEqualTo(420);
  }

  @Test
  void documentsAndListsBecomeOneList() {
    RunManifest manifest =
        read(
            WEB
                + """
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settings}
                data: {a: "1"}
                ---
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: Secret, metadata: {name: key}}
                - {apiVersion: v1, kind: Pod, metadata: {name: db}, spec: {containers: [{name: c, image: i}]}}
                ---
                apiVersion: v1
                kind: PodList
                items:
                - {metadata: {name: job, namespace: jobs}, spec: {containers: [{name: c, image: i}]}}
                ---
                apiVersion: v1
                kind: Service
                """,
            false);

    Manifest seen = asAgent(manifest, true);
    assertThat(seen.entries().stream().map(entry -> entry.pod().getMetadata().getUid()))
        .containsExactly("uid-1", "uid-2", "uid-3");
    assertThat(seen.objects()).hasSize(2);
    assertThat(seen.warnings()).isEmpty();
    assertThat(manifest.pods())
        .extracting(RunPod::namespace, RunPod::name)
        .containsExactly(tuple("default", "web"), tuple("default", "db"), tuple("jobs", "job"));
    assertThat(manifest.warnings()).singleElement().asString().contains("Service", "ignored");
  }

  @Test
  void anAgentWithAnApiServerTakesSeveralPods() {
    RunManifest manifest = read(WEB + "---\n" + WEB.replace("web", "db"), false);

    assertThat(asAgent(manifest, false).entries()).hasSize(2);
  }

  @Test
  void whatIsIgnoredIsTold() {
    assertThat(read(WEB.replace("image:", "imagePullPolcy: Never, image:"), false).warnings())
        .isEqualTo(
            List.of(
                "spec.containers[0].imagePullPolcy is unknown and ignored; did you mean"
                    + " imagePullPolicy?"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: [",
        "kind: Service",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}",
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web}",
        WEB + "---\n" + WEB
      })
  void whatNoAgentWouldRunIsRefused(String text) {
    assertThatThrownBy(() -> read(text, false)).isInstanceOf(IllegalArgumentException.class);
  }
}
