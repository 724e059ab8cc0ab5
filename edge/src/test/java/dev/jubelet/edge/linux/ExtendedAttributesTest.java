package dev.jubelet.edge.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtendedAttributesTest {
  @TempDir Path directory;

  @Test
  void whatIsSetIsThere() throws IOException {
    assumeThat(Files.getFileStore(directory).supportsFileAttributeView("user")).isTrue();

    ExtendedAttributes.set(directory, "user.colour", "green");

    assertThat((byte[]) Files.getAttribute(directory, "user:colour"))
        .isEqualTo("green".getBytes(StandardCharsets.UTF_8));
    assertThat(Files.getFileAttributeView(directory, UserDefinedFileAttributeView.class).list())
        .contains("colour");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Path file = directory.resolve("none");
    assertThatThrownBy(() -> ExtendedAttributes.label(file, "system_u:object_r:bin_t:s0"))
        .isInstanceOfSatisfying(
            LinuxException.class,
            e -> assertThat(e.kind()).isEqualTo(LinuxException.Kind.NOT_FOUND))
        .hasMessageContaining(file.toString());
  }
}
