package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.manifest.ManifestException.Kind;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {

  private static ManifestException failure(String text) {
    try {
      Manifest manifest = PodText.read(text);
      throw new AssertionError("was read: " + manifest);
    } catch (ManifestException e) {
      return e;
    }
  }

  @Test
  void a_small_pod_is_read() {
    Manifest manifest = PodText.read(PodText.MINIMAL);

    Pod pod = manifest.entries().getFirst().pod();
    assertThat(pod.getMetadata().getName()).isEqualTo("web");
    assertThat(pod.getSpec().getContainers().getFirst().getImage()).isEqualTo("nginx:1.27");
    assertThat(manifest.warnings()).isEmpty();
  }

  @Test
  void json_is_read_with_tabs_and_surrogate_escapes() {
    Pod pod =
        PodText.pod(
            """
            {\t"apiVersion": "v1", "kind": "Pod",
            \t"metadata": {"name": "web", "annotations": {"face": "\\ud83d\\ude00"}},
            \t"spec": {"containers": [{"name": "main", "image": "nginx"}]}}
            """);

    assertThat(pod.getMetadata().getAnnotations()).containsEntry("face", "😀");
  }

  @Test
  void a_list_of_pods_is_read_in_order() {
    Manifest manifest =
        PodText.read(
            """
            apiVersion: v1
            kind: PodList
            items:
            - metadata: {name: a}
              spec: {containers: [{name: main, image: nginx}]}
            - metadata: {name: b}
              spec: {containers: [{name: main, image: nginx}]}
            """);

    assertThat(manifest.entries())
        .extracting(e -> e.pod().getMetadata().getName())
        .containsExactly("a", "b");
    assertThat(manifest.entries()).allSatisfy(e -> assertThat(e.pod().getKind()).isEqualTo("Pod"));
  }

  @Test
  void an_empty_list_holds_no_pod() {
    assertThat(PodText.read("{\"apiVersion\": \"v1\", \"kind\": \"PodList\"}").entries()).isEmpty();
  }

  @Test
  void the_problems_of_all_pods_of_a_list_are_told_with_their_places() {
    ManifestException e =
        failure(
            """
            apiVersion: v1
            kind: PodList
            items:
            - metadata: {name: UPPER}
              spec: {containers: [{name: main, image: nginx}]}
            - metadata: {name: b}
              spec: {containers: []}
            """);

    assertThat(e.kind()).isEqualTo(Kind.INVALID);
    assertThat(e.problems()).hasSize(2);
    assertThat(e).hasMessageContaining("items[0].metadata.name");
    assertThat(e).hasMessageContaining("items[1].spec.containers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "---\n", "# only a comment\n", "~"})
  void an_empty_manifest_is_malformed(String text) {
    assertThat(failure(text).kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failure(text)).hasMessage("is empty");
  }

  @Test
  void another_kind_is_named() {
    assertThat(failure("apiVersion: apps/v1\nkind: Deployment\n"))
        .hasMessageContaining("Deployment of apps/v1");
    assertThat(failure("- a\n- b\n").kind()).isEqualTo(Kind.UNEXPECTED);
  }

  @Test
  void duplicate_keys_are_refused_in_both_forms() {
    assertThat(failure(PodText.MINIMAL + "kind: Pod\n").kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failure("{\"kind\": \"Pod\", \"kind\": \"Pod\"}").kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void half_a_json_object_and_more_than_one_are_malformed() {
    assertThat(failure("{\"kind\": \"Po").kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failure("{\"kind\": \"Pod\"} {}")).hasMessageContaining("more after the JSON");
  }

  @Test
  void json_is_bounded_in_depth_and_number_of_values() {
    assertThat(failure("{\"a\":".repeat(1000)).kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failure("{\"a\":[" + "1,".repeat(600_000) + "1]}").kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void text_that_is_not_utf_8_is_malformed() {
    assertThatThrownBy(() -> new ManifestReader(true).read(new byte[] {'a', (byte) 0xff, 'b'}))
        .hasMessage("is not UTF-8 text");
  }

  @Test
  void a_byte_order_mark_is_skipped() {
    assertThat(PodText.pod("\uFEFF" + PodText.MINIMAL).getMetadata().getName()).isEqualTo("web");
  }

  @Test
  void unknown_fields_are_ignored_with_a_warning_that_names_what_may_be_meant() {
    Manifest manifest =
        PodText.read(
            PodText.MINIMAL + "    imagPullPolicy: Never\n  hostNetwrk: true\n  quux: 1\n");

    assertThat(manifest.warnings())
        .containsExactly(
            "spec.containers[0].imagPullPolicy is unknown and ignored; did you mean"
                + " imagePullPolicy?",
            "spec.hostNetwrk is unknown and ignored; did you mean hostNetwork?",
            "spec.quux is unknown and ignored");
    assertThat(manifest.entries().getFirst().pod().getSpec().getAdditionalProperties()).isEmpty();
  }

  @Test
  void a_second_document_is_ignored_with_a_warning() {
    assertThat(PodText.read(PodText.MINIMAL + "---\nkind: Service\n").warnings())
        .singleElement()
        .asString()
        .contains("line 10");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {containers: [{name: 5}]}                         | spec.containers[0].name: expected a string; put it in quotes
          {containers: [{env: [{name: A, value: true}]}]}   | spec.containers[0].env[0].value: expected a string; put it in quotes
          {terminationGracePeriodSeconds: "30"}             | spec.terminationGracePeriodSeconds: expected a whole number within its range
          {terminationGracePeriodSeconds: 1.5}              | spec.terminationGracePeriodSeconds: expected a whole number within its range
          {priority: 99999999999}                           | spec.priority: Numeric value (99999999999) out of range of int (-2147483648 - 2147483647)
          {hostNetwork: "true"}                             | spec.hostNetwork: expected true or false
          {containers: {name: a}}                           | spec.containers: expected a list
          {containers: [a]}                                 | spec.containers[0]: expected a mapping
          {securityContext: 5}                              | spec.securityContext: expected a mapping
          """)
  void wrong_types_are_refused_with_path_and_expectation(String spec, String problem) {
    assertThat(PodText.problemsOfSpec(spec)).containsExactly(problem);
  }

  @Test
  void null_means_not_given() {
    Pod pod =
        PodText.pod(
            PodText.MINIMAL
                + "    env: ~\n    ports:\n  volumes: ~\n  nodeSelector: {\"example.com/x\": }\n");

    assertThat(pod.getSpec().getVolumes()).isEmpty();
    assertThat(pod.getSpec().getContainers().getFirst().getEnv()).isEmpty();
    assertThat(pod.getSpec().getNodeSelector()).containsEntry("example.com/x", "");
  }

  @Test
  void an_empty_element_of_a_list_is_an_empty_container() {
    assertThat(PodText.problemsOfSpec("{containers: [~]}"))
        .anyMatch(p -> p.startsWith("spec.containers[0].name: Required"));
  }

  @Test
  void the_canonical_text_ignores_order_layout_comments_and_nulls() {
    String other =
        """
        # the same pod
        kind: Pod
        spec: {containers: [{image: "nginx:1.27", name: main}], volumes: ~}
        metadata: {name: web}
        apiVersion: v1
        """;

    assertThat(PodText.read(other).entries().getFirst().canonical())
        .isEqualTo(PodText.read(PodText.MINIMAL).entries().getFirst().canonical());
  }

  @Property(tries = 200)
  void any_prefix_of_a_manifest_is_read_or_refused_but_never_fails_otherwise(
      @ForAll @IntRange(max = 140) int length) {
    String half = PodText.MINIMAL.substring(0, Math.min(length, PodText.MINIMAL.length()));
    try {
      assertThat(PodText.read(half).entries()).hasSize(1);
    } catch (ManifestException e) {
      assertThat(e.problems()).isNotEmpty();
    }
  }

  @Property(tries = 500)
  void any_bytes_are_read_or_refused_but_never_fail_otherwise(
      @ForAll @Size(max = 60) byte[] bytes) {
    byte[] manifest = PodText.MINIMAL.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, manifest, 20, bytes.length);
    for (byte[] input : new byte[][] {bytes, manifest}) {
      try {
        new ManifestReader(true).read(input);
      } catch (ManifestException e) {
        assertThat(e.problems()).isNotEmpty();
      }
    }
  }
}
