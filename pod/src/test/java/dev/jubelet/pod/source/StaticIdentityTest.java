package dev.jubelet.pod.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.manifest.Manifest;
import dev.jubelet.pod.manifest.ManifestReader;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

@Rule("17.1")
class StaticIdentityTest {
  private final StaticIdentity identity = new StaticIdentity("Node-1");

  private static Manifest.Entry entry(String text) {
    return new ManifestReader(false)
        .read(text.getBytes(StandardCharsets.UTF_8))
        .entries()
        .getFirst();
  }

  private Pod file(String text, String path) {
    return identity.assign(entry(text), SourceKind.FILE, path);
  }

  @Test
  void a_static_pod_gets_its_names_node_and_marks() {
    Pod pod = file(PodFiles.pod("web"), "/m/web.yaml");

    assertThat(pod.getMetadata().getName()).isEqualTo("web-node-1");
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("default");
    assertThat(pod.getSpec().getNodeName()).isEqualTo("Node-1");
    assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(pod.getMetadata().getUid()).matches("[0-9a-f]{32}");
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry(Annotations.HASH, pod.getMetadata().getUid());
  }

  @Test
  void the_uid_depends_on_content_place_and_node_only() {
    String uid = file(PodFiles.pod("web"), "/m/web.yaml").getMetadata().getUid();

    assertThat(file("# same\n" + PodFiles.pod("web"), "/m/web.yaml").getMetadata().getUid())
        .isEqualTo(uid);
    assertThat(file(PodFiles.pod("web"), "/m/other.yaml").getMetadata().getUid()).isNotEqualTo(uid);
    assertThat(file(PodFiles.pod("web", "x:2"), "/m/web.yaml").getMetadata().getUid())
        .isNotEqualTo(uid);
    assertThat(
            new StaticIdentity("node-2")
                .assign(entry(PodFiles.pod("web")), SourceKind.FILE, "/m/web.yaml")
                .getMetadata()
                .getUid())
        .isNotEqualTo(uid);
  }

  /** A change of this value restarts every static pod when the agent is upgraded. */
  @Test
  void the_uid_stays_the_same_over_versions_of_the_agent() {
    assertThat(file(PodFiles.pod("web"), "/m/web.yaml").getMetadata().getUid())
        .isEqualTo("0f9ce9cb53e01322d754f4de2767b4d7");
  }

  @Test
  void a_given_uid_and_namespace_are_kept() {
    Pod pod =
        file(
            PodFiles.pod("web").replace("name: web", "name: web\n  uid: abc\n  namespace: x"), "/");

    assertThat(pod.getMetadata().getUid()).isEqualTo("abc");
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("x");
    assertThat(pod.getMetadata().getAnnotations()).containsEntry(Annotations.HASH, "abc");
  }

  @Test
  void only_files_tolerate_the_nodes_trouble() {
    Pod http = identity.assign(entry(PodFiles.pod("web")), SourceKind.HTTP, "http://x");

    assertThat(http.getSpec().getTolerations()).isEmpty();
    assertThat(file(PodFiles.pod("web"), "/x").getSpec().getTolerations())
        .singleElement()
        .satisfies(
            t -> {
              assertThat(t.getOperator()).isEqualTo("Exists");
              assertThat(t.getEffect()).isEqualTo("NoExecute");
            });
  }

  @Test
  void a_manifest_cannot_pretend_to_be_a_mirror_or_to_be_ending() {
    Pod pod =
        file(
            PodFiles.pod("web")
                .replace(
                    "name: web",
                    """
                    name: web
                      deletionTimestamp: "2026-01-01T00:00:00Z"
                      resourceVersion: "5"
                      annotations:
                        kubernetes.io/config.mirror: x
                        kubernetes.io/config.source: api
                        kubernetes.io/config.seen: x
                        kubernetes.io/config.hash: x
                        mine: "1"\
                    """),
            "/x");

    assertThat(pod.getMetadata().getAnnotations())
        .containsOnlyKeys(Annotations.HASH, "mine")
        .doesNotContainEntry(Annotations.HASH, "x");
    assertThat(pod.getMetadata().getDeletionTimestamp()).isNull();
    assertThat(pod.getMetadata().getResourceVersion()).isNull();
  }

  @Test
  void a_name_that_is_too_long_with_the_nodes_is_refused() {
    assertThatThrownBy(() -> file(PodFiles.pod("a".repeat(250)), "/x"))
        .hasMessageContaining("metadata.name");
  }
}
