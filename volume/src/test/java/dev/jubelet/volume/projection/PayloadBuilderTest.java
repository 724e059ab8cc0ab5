package dev.jubelet.volume.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceFieldSelector;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PayloadBuilderTest {
  private static final ByteString BINARY = ByteString.copyFrom(new byte[] {0, -1});

  /** A config map "settings", a secret "keys"; "broken" cannot be read. */
  private static final ObjectValues OBJECTS =
      new ObjectValues() {
        @Override
        public Lookup configMap(String namespace, String name) {
          return namespace.equals("shop") && name.equals("settings")
              ? new Lookup.Found(Map.of("mode", text("fast"), "logo", BINARY))
              : new Lookup.Absent();
        }

        @Override
        public Lookup secret(String namespace, String name) {
          return switch (name) {
            case "keys" -> new Lookup.Found(Map.of("password", text("s3cret")));
            case "broken" -> new Lookup.Failed("object \"shop\"/\"broken\" not registered");
            default -> new Lookup.Absent();
          };
        }
      };

  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("shop")
          .addToLabels("app", "store")
          .endMetadata()
          .withNewSpec()
          .addNewContainer()
          .withName("main")
          .endContainer()
          .endSpec()
          .build();

  private static ByteString text(String text) {
    return ByteString.copyFromUtf8(text);
  }

  private static Map<String, PayloadFile> files(VolumeBuilder volume) {
    Volume built = volume.withName("v").build();
    return new PayloadBuilder(
            OBJECTS, ClusterSources.NONE, () -> Map.of("memory", new Quantity("1Gi")))
        .build(POD, built)
        .files();
  }

  private static VolumeBuilder configMap(String name, boolean optional, KeyToPath... items) {
    return new VolumeBuilder()
        .withNewConfigMap()
        .withName(name)
        .withItems(items)
        .withDefaultMode(0640)
        .withOptional(optional)
        .endConfigMap();
  }

  @Test
  void withoutItemsEveryKeyIsAFileBinaryOnesToo() {
    assertThat(files(configMap("settings", false)))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "mode", new PayloadFile(text("fast"), 0640),
                "logo", new PayloadFile(BINARY, 0640)));
  }

  @Test
  void itemsChooseKeysPathsAndModes() {
    assertThat(
            files(
                configMap(
                    "settings",
                    false,
                    new KeyToPath("mode", null, "a/./b//c"),
                    new KeyToPath("mode", 0400, "again"))))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "a/b/c", new PayloadFile(text("fast"), 0640),
                "again", new PayloadFile(text("fast"), 0400)));
  }

  @Test
  void whatIsMissingIsToldInTheWordsPeopleKnow() {
    assertThatThrownBy(() -> files(configMap("none", false)))
        .hasMessage("configmap \"none\" not found");
    KeyToPath missing = new KeyToPath("nokey", null, "p");
    assertThatThrownBy(() -> files(configMap("settings", false, missing)))
        .hasMessage("configmap references non-existent config key: nokey");
    assertThatThrownBy(() -> files(secret("none"))).hasMessage("secret \"none\" not found");
    assertThatThrownBy(() -> files(secret("keys", missing)))
        .hasMessage("references non-existent secret key: nokey");
    assertThatThrownBy(() -> files(secret("broken")))
        .hasMessage("object \"shop\"/\"broken\" not registered");
  }

  private static VolumeBuilder secret(String name, KeyToPath... items) {
    return new VolumeBuilder()
        .withNewSecret()
        .withSecretName(name)
        .withItems(items)
        .withDefaultMode(0400)
        .endSecret();
  }

  @Test
  void whatIsOptionalMayBeMissing() {
    assertThat(files(configMap("none", true))).isEmpty();
    assertThat(
            files(
                configMap(
                    "settings",
                    true,
                    new KeyToPath("nokey", null, "p"),
                    new KeyToPath("mode", null, "m"))))
        .containsOnlyKeys("m");
  }

  @Test
  void aSecretIsAFileAndItsTextFormDoesNotShowIt() {
    assertThat(files(secret("keys")))
        .containsExactlyEntriesOf(Map.of("password", new PayloadFile(text("s3cret"), 0400)));
    assertThat(files(secret("keys")).toString()).doesNotContain("s3cret");
  }

  @Test
  void thePodIsToldAboutItself() {
    VolumeBuilder volume =
        new VolumeBuilder()
            .withNewDownwardAPI()
            .withDefaultMode(0644)
            .addNewItem()
            .withPath("labels")
            .withNewFieldRef("v1", "metadata.labels")
            .endItem()
            .addNewItem()
            .withPath("limits/memory")
            .withMode(0600)
            .withResourceFieldRef(
                new ResourceFieldSelector("main", new Quantity("1Mi"), "limits.memory"))
            .endItem()
            .endDownwardAPI();
    assertThat(files(volume))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "labels", new PayloadFile(text("app=\"store\""), 0644),
                "limits/memory", new PayloadFile(text("1024"), 0600)));
  }

  @Test
  void everythingThatIsWrongWithFieldsIsToldAtOnce() {
    VolumeBuilder volume =
        new VolumeBuilder()
            .withNewDownwardAPI()
            .withDefaultMode(0644)
            .addNewItem()
            .withPath("a")
            .withNewFieldRef("v1", "spec.nodeName")
            .endItem()
            .addNewItem()
            .withPath("b")
            .withResourceFieldRef(new ResourceFieldSelector("ghost", null, "limits.memory"))
            .endItem()
            .endDownwardAPI();
    assertThatThrownBy(() -> files(volume))
        .hasMessage("[unsupported fieldPath: spec.nodeName, container ghost not found]");
  }

  @Test
  void sourcesAreLaidOverOneAnother() {
    VolumeBuilder volume =
        new VolumeBuilder()
            .withNewProjected()
            .withDefaultMode(0444)
            .addNewSource()
            .withNewConfigMap()
            .withName("settings")
            .endConfigMap()
            .endSource()
            .addNewSource()
            .withNewSecret()
            .withName("keys")
            .addNewItem("password", 0400, "mode")
            .endSecret()
            .endSource()
            .addNewSource()
            .withNewDownwardAPI()
            .addNewItem()
            .withPath("name")
            .withNewFieldRef("v1", "metadata.name")
            .endItem()
            .endDownwardAPI()
            .endSource()
            .endProjected();
    assertThat(files(volume))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "logo", new PayloadFile(BINARY, 0444),
                "mode", new PayloadFile(text("s3cret"), 0400),
                "name", new PayloadFile(text("web"), 0444)));
  }

  @Test
  void theProblemsOfAllSourcesAreToldAtOnce() {
    VolumeBuilder volume =
        new VolumeBuilder()
            .withNewProjected()
            .withDefaultMode(0444)
            .addNewSource()
            .withNewConfigMap()
            .withName("none")
            .endConfigMap()
            .endSource()
            .addNewSource()
            .withNewServiceAccountToken()
            .endServiceAccountToken()
            .endSource()
            .endProjected();
    assertThatThrownBy(() -> files(volume))
        .hasMessage(
            "[configmap \"none\" not found, a projected source of kind serviceAccountToken needs an"
                + " API server, and this node has none]");
  }

  @Test
  void aSourceWhoseFeatureIsOffIsNamed() {
    PayloadBuilder inCluster =
        new PayloadBuilder(
            OBJECTS,
            new ClusterSources(
                Optional.of((pod, audience, life) -> "t"), Optional.empty(), Optional.empty()),
            Map::of);
    Volume volume =
        new VolumeBuilder()
            .withNewProjected()
            .withDefaultMode(0444)
            .addNewSource()
            .withNewPodCertificate()
            .endPodCertificate()
            .endSource()
            .endProjected()
            .build();
    assertThatThrownBy(() -> inCluster.build(new PodBuilder().build(), volume))
        .hasMessage(
            "a projected source of kind podCertificate needs a feature that is off on this node");
  }

  @Test
  void withoutADefaultModeThereIsNoPayload() {
    assertThatThrownBy(
            () -> files(new VolumeBuilder().withNewSecret().withSecretName("keys").endSecret()))
        .hasMessage("no defaultMode used, not even the default value for it");
  }
}
