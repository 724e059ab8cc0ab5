package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AtomicFileTest {
  private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-r-----");

  @TempDir Path directory;

  @Test
  void replacesContentAndModeAndLeavesNothingElse() throws Exception {
    Path file = directory.resolve("state");
    Files.writeString(file, "a much longer content than the new one");
    AtomicFile.write(file, "new".getBytes(StandardCharsets.UTF_8), MODE);
    assertThat(file).hasContent("new");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(MODE);
    assertThat(directory.toFile().list()).containsExactly("state");
  }

  @Test
  void aFailureNamesTheFileAndKeepsWhatIsThere() throws Exception {
    Path file = Files.createDirectory(directory.resolve("taken"));
    Files.writeString(file.resolve("inside"), "x");
    assertThatThrownBy(() -> AtomicFile.write(file, new byte[] {1}, MODE))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString());
    assertThat(directory.toFile().list()).containsExactly("taken");
  }
}
