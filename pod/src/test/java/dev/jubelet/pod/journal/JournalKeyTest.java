package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JournalKeyTest {
  @TempDir Path directory;

  @Test
  void aKeyIsMadeOnceAndForItsOwnerOnly() throws IOException {
    Path file = directory.resolve("key");
    byte[] first = JournalKey.readOrMake(file).getEncoded();
    assertThat(first).hasSize(32);
    assertThat(JournalKey.readOrMake(file).getEncoded()).isEqualTo(first);
    assertThat(JournalKey.read(file).getEncoded()).isEqualTo(first);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(JournalKey.readOrMake(directory.resolve("other")).getEncoded()).isNotEqualTo(first);
  }

  @ParameterizedTest
  @CsvSource({
    "31, rw-------, 31 bytes",
    "33, rw-------, 33 bytes",
    "0,  rw-------, 0 bytes",
    "32, rw-r-----, chmod 600",
    "32, rw----r--, chmod 600",
    "32, rw--w----, chmod 600",
  })
  void whatIsNoKeyOrOpenToOthersIsNamedAndNotUsed(int length, String mode, String why)
      throws IOException {
    Path file = Files.write(directory.resolve("key"), new byte[length]);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    assertThatThrownBy(() -> JournalKey.readOrMake(file))
        .isInstanceOfSatisfying(
            JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.KEY))
        .hasMessageContaining(file.toString())
        .hasMessageContaining(why);
  }

  @Test
  void aKeyThatIsGivenIsNeverMade() {
    Path file = directory.resolve("given");
    assertThatThrownBy(() -> JournalKey.read(file)).hasMessageContaining("no such file");
    assertThat(file).doesNotExist();
  }
}
