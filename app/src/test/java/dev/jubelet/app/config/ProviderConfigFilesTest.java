package dev.jubelet.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.image.plugin.ProviderConfigException;
import dev.jubelet.image.plugin.ProviderSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderConfigFilesTest {
  @TempDir Path directory;

  private Path write(String file, String provider) throws IOException {
    return Files.writeString(
        directory.resolve(file),
        """
        apiVersion: kubelet.config.k8s.io/v1
        kind: CredentialProviderConfig
        providers:
        - name: %s
          matchImages: ["*.io"]
          defaultCacheDuration: 10m
          apiVersion: credentialprovider.kubelet.k8s.io/v1
        """
            .formatted(provider));
  }

  @Test
  void aDirectoryIsReadInTheOrderOfItsNames() throws IOException {
    write("20-b.yml", "second");
    write("10-a.yaml", "first");
    write("README", "ignored");
    Files.createDirectory(directory.resolve("sub.yaml"));
    ProviderConfigFiles found = ProviderConfigFiles.read(directory.toString());
    assertThat(found.providers()).extracting(ProviderSpec::name).containsExactly("first", "second");
    assertThat(found.hash()).matches("sha256:[0-9a-f]{64}");
    write("20-b.yml", "third");
    assertThat(ProviderConfigFiles.read(directory.toString()).hash()).isNotEqualTo(found.hash());
  }

  @Test
  void whatCannotBeReadIsNamed() throws IOException {
    assertThatThrownBy(() -> ProviderConfigFiles.read(""))
        .isInstanceOf(ProviderConfigException.class)
        .hasMessage("credential provider config path is empty");
    assertThatThrownBy(() -> ProviderConfigFiles.read(directory.resolve("none").toString()))
        .hasMessageStartingWith("unable to access path \"");
    assertThatThrownBy(() -> ProviderConfigFiles.read(directory.toString()))
        .hasMessage("no configuration files found in directory \"" + directory + "\"");
    Path file = Files.writeString(directory.resolve("x.yaml"), "kind: [");
    assertThatThrownBy(() -> ProviderConfigFiles.read(file.toString()))
        .hasMessageStartingWith("error decoding config \"" + file + "\": is not valid YAML");
    Files.writeString(file, "kind: Pod");
    assertThatThrownBy(() -> ProviderConfigFiles.read(file.toString()))
        .hasMessageContaining("is not a CredentialProviderConfig");
  }
}
