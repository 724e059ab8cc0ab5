package dev.jubelet.it.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.registry.FakeRegistry.Fault;
import dev.jubelet.testing.registry.RegistryAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Credentials from everywhere, and the ways in which a registry fails, on containerd 2. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class RegistryIT extends RegistrySuite {
  RegistryIT(PrivateContainerd containerd) {
    super(containerd);
  }

  private List<Path> records() {
    Path directory = node.root().resolve("image_manager/pulled");
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  @Test
  void aPrivateImageIsForPodsThatCanPullIt() throws IOException {
    node.startKubelet();
    secret("good", GOOD);
    secret("same", GOOD);
    secret("bad", BAD);
    String image = push("team/app", BASIC) + ":1";
    pod("outsider", image, "IfNotPresent");
    assertThat(awaitRefused("outsider").getMessage()).contains("authorization failed");
    pod("owner", image, "IfNotPresent", "lost", "bad", "good");
    node.awaitReady("owner");
    assertThat(events("owner", "FailedToRetrieveImagePullSecret").getFirst())
        .contains("Unable to retrieve some image pull secrets (lost)");
    assertThat(records()).hasSize(1);
    assertThat(Files.readString(records().getFirst()))
        .contains("\"name\":\"good\"")
        .doesNotContain("s3cret-word");
    int asked = registry.requests().size();
    pod("colleague", image, "Never", "same");
    node.awaitReady("colleague");
    assertThat(registry.requests()).as("the record is enough").hasSize(asked);
    pod("guesser", image, "IfNotPresent", "bad");
    awaitRefused("guesser");
    pod("lurker", image, "Never");
    awaitWaiting("lurker", "ErrImageNeverPull");
    node.stopKubelet();
    node.startKubelet();
    awaitWaiting("lurker", "ErrImageNeverPull");
    node.awaitReady("colleague");
  }

  @Test
  void aRegistryMayWantATokenInstead() {
    node.startKubelet();
    secret("good", GOOD);
    String image = push("tokens/app", new RegistryAccess.Token("clerk", "s3cret-word")) + ":1";
    pod("owner", image, "Always", "good");
    node.awaitReady("owner");
    assertThat(registry.requests()).anyMatch(line -> line.startsWith("GET /token 200"));
    pod("outsider", image, "IfNotPresent");
    awaitRefused("outsider");
  }

  @Test
  void theNodesOwnLoginsServeAllPods() throws IOException {
    String byFile = push("file/app", BASIC) + ":1";
    String byPlugin = push("plugin/app", new RegistryAccess.Basic("robot", "oil")) + ":1";
    Files.createDirectories(node.root());
    Files.writeString(
        node.root().resolve("config.json"),
        "{\"auths\":{\"%s/file\":{\"auth\":\"%s\"}}}".formatted(registry.address(), GOOD));
    startWithPlugin();
    pod("filed", byFile, "IfNotPresent");
    pod("plugged", byPlugin, "IfNotPresent");
    node.awaitReady("filed");
    node.awaitReady("plugged");
    pod("guest", byFile, "Never");
    node.awaitReady("guest");
    assertThat(node.page("/metrics").orElseThrow())
        .contains("kubelet_credential_provider_plugin_duration_count{plugin_name=\"helper\"} 1")
        .contains("kubelet_credential_provider_config_info{hash=\"sha256:");
  }

  private void startWithPlugin() throws IOException {
    Path directory = Files.createDirectories(node.directory().resolve("plugins"));
    Path program = directory.resolve("helper");
    Files.writeString(
        program,
        """
        #!/bin/sh
        read -r request
        case $request in *%1$s/plugin/app*) ;; *) exit 1 ;; esac
        printf '{"kind":"CredentialProviderResponse","apiVersion":"credentialprovider.kubelet.k8s.io/v1",'
        printf '"cacheKeyType":"Registry","cacheDuration":"1h",'
        printf '"auth":{"%1$s/plugin":{"username":"%%s","password":"oil"}}}' "$ROBOT"
        """
            .formatted(registry.address()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path config = node.directory().resolve("providers.yaml");
    Files.writeString(
        config,
        """
        apiVersion: kubelet.config.k8s.io/v1
        kind: CredentialProviderConfig
        providers:
        - name: helper
          matchImages: ["%s/plugin"]
          defaultCacheDuration: 10m
          apiVersion: credentialprovider.kubelet.k8s.io/v1
          env:
          - {name: ROBOT, value: robot}
        """
            .formatted(registry.address()));
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.add("--image-credential-provider-config=" + config);
    command.add("--image-credential-provider-bin-dir=" + directory);
    command.add("-v=4");
    node.launch(command, Map.of());
    node.awaitAnswer();
  }

  @Test
  void failuresAreToldInTheRuntimesWordsAndMended() {
    node.startKubelet();
    String missing = registry.address() + "/no/such:1";
    String busy = push("busy/app", RegistryAccess.OPEN) + ":1";
    String broken = push("broken/app", RegistryAccess.OPEN) + ":1";
    registry.breakWith("busy/app", new Fault.Status(503, Map.of()));
    registry.breakWith("broken/app", new Fault.WrongLayer());
    pod("missing", missing, "IfNotPresent");
    pod("busy", busy, "IfNotPresent");
    pod("broken", broken, "IfNotPresent");
    assertThat(awaitRefused("missing").getMessage()).contains("not found");
    assertThat(awaitRefused("busy").getMessage()).contains("503");
    assertThat(awaitRefused("broken").getMessage()).contains("unexpected commit digest");
    assertThat(events("busy", "Failed")).anyMatch(line -> line.contains("503"));
    assertThat(events("busy", "Failed")).anyMatch(line -> line.contains("Error: ErrImagePull"));
    registry.heal("busy/app");
    registry.heal("broken/app");
    node.awaitReady("busy");
    node.awaitReady("broken");
  }

  @Test
  void aPodThatGoesEndsItsPullAndAnotherGetsTheImage() throws InterruptedException {
    node.startKubelet();
    secret("good", GOOD);
    String image = push("slow/app", BASIC) + ":1";
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    registry.breakWith("slow/app", new Fault.HeldLayer(asked, goOn));
    pod("leaver", image, "IfNotPresent", "good");
    asked.await();
    node.remove("leaver");
    node.awaitGone("leaver");
    registry.heal("slow/app");
    goOn.countDown();
    pod("outsider", image, "Never");
    awaitWaiting("outsider", "ErrImageNeverPull");
    pod("stayer", image, "IfNotPresent", "good");
    node.awaitReady("stayer");
  }
}
