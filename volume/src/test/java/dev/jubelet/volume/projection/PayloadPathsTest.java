package dev.jubelet.volume.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.volume.disk.VolumeException;
import java.nio.file.Path;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadPathsTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "'', 'must not be empty: \"\"'",
    "., 'must not be empty: \".\"'",
    "/etc/passwd, must be relative path: /etc/passwd",
    "../up, must not contain '..': ../up",
    "a/../../up, must not contain '..': a/../../up",
    "a/.., must not contain '..': a/..",
    "..data, must not start with '..': ..data",
    "./..data/x, must not start with '..': ./..data/x",
    "..., must not start with '..': ...",
  })
  void whatCouldLeadElsewhereIsRefused(String path, String why) {
    assertThatThrownBy(() -> PayloadPaths.checked(path)).hasMessage("invalid path: " + why);
  }

  @Test
  void whatTheKernelCannotTakeIsRefused() {
    assertThatThrownBy(() -> PayloadPaths.checked("n".repeat(256)))
        .hasMessageContaining("less than or equal to 255");
    assertThatThrownBy(() -> PayloadPaths.checked("ü".repeat(128)))
        .hasMessageContaining("less than or equal to 255");
    assertThatThrownBy(() -> PayloadPaths.checked("d/".repeat(2048) + "f"))
        .hasMessageContaining("less than or equal to 4096");
    assertThatThrownBy(() -> PayloadPaths.checked("a\0b")).hasMessageContaining("zero byte");
    assertThat(PayloadPaths.checked("n".repeat(255))).hasSize(255);
  }

  @Test
  void aFileIsNotADirectoryToo() {
    assertThatThrownBy(() -> PayloadPaths.refuseFilesAsDirectories(Set.of("a", "a/b/c")))
        .hasMessage("invalid path: \"a\" cannot be a file and the directory of \"a/b/c\"");
    PayloadPaths.refuseFilesAsDirectories(Set.of("a", "ab/c", "d/a"));
  }

  @Property
  void whatIsAcceptedStaysBelow(@ForAll @Chars({'.', '/', 'a'}) String path) {
    Path volume = Path.of("/volume");
    try {
      Path file = volume.resolve(PayloadPaths.checked(path)).normalize();
      assertThat(file.startsWith(volume) && !file.equals(volume)).isTrue();
      assertThat(file.getName(1).toString()).doesNotStartWith("..");
    } catch (VolumeException e) {
      assertThat(e.text()).startsWith("invalid path: ");
    }
  }
}
