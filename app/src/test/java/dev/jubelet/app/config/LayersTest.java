package dev.jubelet.app.config;

import static dev.jubelet.app.config.Fixture.HEADER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.ConfigLoader.Layers;
import dev.jubelet.app.config.field.EvictionFields;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.config.field.SourceFields;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayersTest {
  @TempDir Path directory;

  private KubeletConfig withDropIns(String body) {
    Path file = Fixture.write(directory.resolve("kubelet.yaml"), HEADER + body);
    return Fixture.loaded(
            new Layers(
                Optional.of(file), Optional.of(directory.resolve("conf.d")), new FieldValues()))
        .config();
  }

  private void dropIn(String name, String body) {
    Fixture.write(directory.resolve("conf.d").resolve(name), HEADER + body);
  }

  @Test
  void aKubeletWithoutFileHasTheOldDefaultsAndNoThresholds() {
    KubeletConfig config =
        Fixture.loaded(new Layers(Optional.empty(), Optional.empty(), new FieldValues())).config();

    assertThat(config.get(ServerFields.ANONYMOUS_ENABLED)).isTrue();
    assertThat(config.get(ServerFields.TOKEN_WEBHOOK_ENABLED)).isFalse();
    assertThat(config.get(ServerFields.AUTHORIZATION_MODE)).isEqualTo("AlwaysAllow");
    assertThat(config.get(ServerFields.READ_ONLY_PORT)).isEqualTo(10255);
    assertThat(config.find(EvictionFields.EVICTION_HARD)).isEmpty();
  }

  @Test
  void aFileBringsTheNewDefaultsAndThresholds() {
    KubeletConfig config = Fixture.config(directory, "");

    assertThat(config.get(ServerFields.ANONYMOUS_ENABLED)).isFalse();
    assertThat(config.get(ServerFields.TOKEN_WEBHOOK_ENABLED)).isTrue();
    assertThat(config.get(ServerFields.AUTHORIZATION_MODE)).isEqualTo("Webhook");
    assertThat(config.get(ServerFields.READ_ONLY_PORT)).isZero();
    assertThat(config.get(EvictionFields.EVICTION_HARD))
        .containsEntry("memory.available", "100Mi")
        .hasSize(5);
  }

  @Test
  void aZeroIsUnsetUnlessTheFieldTellsThemApart() {
    KubeletConfig config =
        Fixture.config(
            directory,
            "port: 0\nhealthzPort: 0\nregistryBurst: 0\nregistryPullQPS: 0\nresolvConf: \"\"");

    assertThat(config.get(ServerFields.PORT)).isEqualTo(10250);
    assertThat(config.get(RuntimeFields.REGISTRY_BURST)).isEqualTo(10);
    assertThat(config.get(ServerFields.HEALTHZ_PORT)).isZero();
    assertThat(config.get(RuntimeFields.REGISTRY_PULL_QPS)).isZero();
    assertThat(config.get(PodFields.RESOLV_CONF)).isEmpty();
  }

  @Test
  void someDefaultsFollowOtherFields() {
    KubeletConfig config =
        Fixture.config(
            directory,
            "nodeStatusUpdateFrequency: 20s\nmaxParallelImagePulls: 4\npodPidsLimit: -7\n"
                + "featureGates: {KubeletCrashLoopBackOffMax: false}\n");

    assertThat(config.get(NodeFields.NODE_STATUS_REPORT_FREQUENCY))
        .isEqualTo(Duration.ofSeconds(20));
    assertThat(config.get(RuntimeFields.SERIALIZE_IMAGE_PULLS)).isFalse();
    assertThat(config.get(PodFields.POD_PIDS_LIMIT)).isEqualTo(-1);
    assertThat(config.find(RuntimeFields.MAX_CONTAINER_RESTART_PERIOD)).isEmpty();
  }

  @Test
  void relativePathsStartFromTheFile() {
    KubeletConfig config =
        Fixture.config(
            directory, "staticPodPath: manifests\ntlsCertFile: ../x.crt\nresolvConf: /r\n");

    assertThat(config.get(SourceFields.STATIC_POD_PATH))
        .isEqualTo(directory.resolve("manifests").toString());
    assertThat(config.get(ServerFields.TLS_CERT_FILE))
        .isEqualTo(directory.resolveSibling("x.crt").toString());
    assertThat(config.get(PodFields.RESOLV_CONF)).isEqualTo("/r");
    assertThat(config.get(ServerFields.TLS_PRIVATE_KEY_FILE)).isEmpty();
  }

  @Test
  void ownThresholdsReplaceTheDefaultsUnlessMergingIsAskedFor() {
    assertThat(Fixture.config(directory, "evictionHard: {}").get(EvictionFields.EVICTION_HARD))
        .isEmpty();
    String own = "evictionHard: {memory.available: 1Gi}\n";
    assertThat(Fixture.config(directory, own).get(EvictionFields.EVICTION_HARD))
        .containsExactly(Map.entry("memory.available", "1Gi"));
    assertThat(
            Fixture.config(directory, own + "mergeDefaultEvictionSettings: true")
                .get(EvictionFields.EVICTION_HARD))
        .containsEntry("memory.available", "1Gi")
        .containsEntry("nodefs.available", "10%")
        .hasSize(5);
  }

  @Test
  void dropInsAreMergedInTheOrderOfTheirPaths() {
    dropIn("20.conf", "maxPods: 20\nclusterDNS: [10.0.0.2]\n");
    dropIn("10.conf", "maxPods: 10\nport: 1010\n");
    dropIn("15/a.conf", "maxPods: 15\nhealthzPort: 1015\n");
    dropIn("30.yaml", "maxPods: 30\n");

    KubeletConfig config = withDropIns("maxPods: 1\nclusterDNS: [10.0.0.1, 10.0.0.9]\n");

    assertThat(config.get(PodFields.MAX_PODS)).isEqualTo(20);
    assertThat(config.get(ServerFields.PORT)).isEqualTo(1010);
    assertThat(config.get(ServerFields.HEALTHZ_PORT)).isEqualTo(1015);
    assertThat(config.get(PodFields.CLUSTER_DNS)).containsExactly("10.0.0.2");
    assertThat(config.source(PodFields.MAX_PODS)).endsWith("conf.d/20.conf");
    assertThat(config.source(ServerFields.PORT)).endsWith("conf.d/10.conf");
  }

  @Test
  void mapsOfDropInsAreMergedByKeyAndNullDeletes() {
    dropIn("10.conf", "systemReserved: {cpu: \"1\", memory: null}\nmaxPods: null\n");

    KubeletConfig config = withDropIns("systemReserved: {memory: 1Gi, pid: \"9\"}\nmaxPods: 3\n");

    assertThat(config.get(ResourceFields.SYSTEM_RESERVED))
        .containsOnly(Map.entry("cpu", "1"), Map.entry("pid", "9"));
    assertThat(config.get(PodFields.MAX_PODS)).isEqualTo(110);
  }

  @Test
  void relativePathsInDropInsAreLeftAlone() {
    dropIn("10.conf", "staticPodPath: manifests\n");

    assertThat(withDropIns("").get(SourceFields.STATIC_POD_PATH)).isEqualTo("manifests");
  }

  @Test
  void dropInsWithoutFileKeepTheOldDefaults() {
    dropIn("10.conf", "maxPods: 7\n");

    KubeletConfig config =
        Fixture.loaded(
                new Layers(
                    Optional.empty(), Optional.of(directory.resolve("conf.d")), new FieldValues()))
            .config();

    assertThat(config.get(PodFields.MAX_PODS)).isEqualTo(7);
    assertThat(config.get(ServerFields.READ_ONLY_PORT)).isEqualTo(10255);
    assertThat(config.find(EvictionFields.EVICTION_HARD)).isEmpty();
  }

  @Test
  void dropInsAreReadStrictly() {
    dropIn("10.conf", "maxPdos: 7\n");
    Fixture.write(directory.resolve("conf.d/20.conf"), "");
    Fixture.write(directory.resolve("conf.d/30.conf"), "maxPods: 3\n");
    dropIn("40.conf", "maxPods: 1\nmaxPods: 2\n");

    assertThat(
            Fixture.refusal(
                new Layers(
                    Optional.empty(), Optional.of(directory.resolve("conf.d")), new FieldValues())))
        .anySatisfy(m -> assertThat(m).contains("10.conf: maxPdos: unknown field"))
        .anySatisfy(m -> assertThat(m).contains("20.conf: is empty"))
        .anySatisfy(m -> assertThat(m).contains("30.conf: apiVersion"))
        .anySatisfy(m -> assertThat(m).contains("40.conf: key \"maxPods\" stands twice"));
  }

  @Test
  void aMissingDropInDirectoryIsRefused() {
    assertThat(
            Fixture.refusal(
                new Layers(
                    Optional.empty(), Optional.of(directory.resolve("none")), new FieldValues())))
        .singleElement()
        .asString()
        .contains("is not a directory");
  }

  @Test
  void flagsWinAndFeatureGatesAreJoined() {
    Path file =
        Fixture.write(
            directory.resolve("kubelet.yaml"),
            HEADER + "maxPods: 3\nfeatureGates: {EventedPLEG: true, MemoryQoS: true}\n");
    dropIn("10.conf", "maxPods: 4\n");
    FieldValues flags = new FieldValues();
    flags.put(PodFields.MAX_PODS, 5, "--max-pods");
    flags.put(NodeFields.FEATURE_GATES, Map.of("MemoryQoS", false), "--feature-gates");

    KubeletConfig config =
        Fixture.loaded(
                new Layers(Optional.of(file), Optional.of(directory.resolve("conf.d")), flags))
            .config();

    assertThat(config.get(PodFields.MAX_PODS)).isEqualTo(5);
    assertThat(config.source(PodFields.MAX_PODS)).isEqualTo("--max-pods");
    assertThat(config.get(NodeFields.FEATURE_GATES))
        .containsOnly(Map.entry("EventedPLEG", true), Map.entry("MemoryQoS", false));
    assertThat(config.features().enabled("EventedPLEG")).isTrue();
  }

  @Test
  void jsonAndTheWordsOfOldYamlAreRead() {
    Path json =
        Fixture.write(
            directory.resolve("k.json"),
            "{\"apiVersion\": \"kubelet.config.k8s.io/v1beta1\","
                + " \"kind\": \"KubeletConfiguration\", \"maxPods\": 9}");
    assertThat(
            Fixture.loaded(new Layers(Optional.of(json), Optional.empty(), new FieldValues()))
                .config()
                .get(PodFields.MAX_PODS))
        .isEqualTo(9);
    KubeletConfig old =
        Fixture.config(directory, "enableServer: no\nfailSwapOn: off\nmaxPods: 0x10\n");
    assertThat(old.get(ServerFields.ENABLE_SERVER)).isFalse();
    assertThat(old.get(ResourceFields.FAIL_SWAP_ON)).isFalse();
    assertThat(old.get(PodFields.MAX_PODS)).isEqualTo(16);
    assertThat(List.of(old.source(PodFields.MAX_PODS))).doesNotContain("");
  }
}
