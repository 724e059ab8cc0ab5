package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathBytesTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/plain/path",
        "/odd %20?#[name]",
        "/li\nne\ttab\\",
        "/\u00ff\u00fe/x",
        "/\u00c3\u00a4"
      })
  void everyPathComesBackAsItWas(String latin) {
    byte[] bytes = latin.getBytes(StandardCharsets.ISO_8859_1);
    assertThat(PathBytes.of(PathBytes.path(bytes))).isEqualTo(bytes);
  }

  @Test
  void aNameThatIsNoTextLeadsToItsFile() throws IOException {
    byte[] name = ("/" + '\u00e9' + "t\u00e9").getBytes(StandardCharsets.ISO_8859_1);
    Path file = directory.resolve(PathBytes.path(name).getFileName());
    Files.writeString(file, "x");
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      assertThat(entries).containsExactly(file);
    }
    assertThat(PathBytes.of(file.getFileName()))
        .isEqualTo("\u00e9t\u00e9".getBytes(StandardCharsets.ISO_8859_1));
  }
}
