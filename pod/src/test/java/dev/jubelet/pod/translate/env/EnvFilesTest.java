package dev.jubelet.pod.translate.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.fabric8.kubernetes.api.model.FileKeySelector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvFilesTest {
  @TempDir Path temp;
  private EnvFiles files;

  @BeforeEach
  void create() throws IOException {
    Path volume = Files.createDirectory(temp.resolve("volume"));
    Files.writeString(volume.resolve("app.env"), "MODE='fast'\n");
    Files.writeString(temp.resolve("outside.env"), "MODE='stolen'\n");
    Files.createSymbolicLink(volume.resolve("link.env"), temp.resolve("outside.env"));
    files = new EnvFiles(true, Map.of("scratch", volume));
  }

  private static FileKeySelector ref(String volume, String path, String key, boolean optional) {
    return new FileKeySelector(key, optional, path, volume);
  }

  @Test
  void aKeyOfAFileInAVolumeHasItsValue() {
    assertThat(files.value(ref("scratch", "app.env", "MODE", false)))
        .hasValue(ByteString.copyFromUtf8("fast"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other   | app.env  | MODE  | cannot find the volume \"other\" referenced by FileKeyRef",
        "scratch | app.env  | LEVEL | environment variable key \"LEVEL\" not found in file",
        "scratch | gone.env | MODE  | couldn't parse env file: gone.env does not exist",
        "scratch | link.env | MODE  | couldn't parse env file: link.env does not exist",
        "scratch | .        | MODE  | couldn't parse env file: . is not a regular file"
      })
  void whatIsNotThereIsRefused(String volume, String path, String key, String message) {
    assertThatThrownBy(() -> files.value(ref(volume, path, key, false)))
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({"app.env, LEVEL", "gone.env, MODE", "link.env, MODE"})
  void whatIsOptionalAndNotThereIsEmpty(String path, String key) {
    assertThat(files.value(ref("scratch", path, key, true))).isEmpty();
  }

  @Test
  void withoutTheFeatureNothingIsRead() {
    EnvFiles off = new EnvFiles(false, files.volumes());

    assertThatThrownBy(() -> off.value(ref("scratch", "app.env", "MODE", true)))
        .hasMessageContaining("EnvFiles");
  }
}
