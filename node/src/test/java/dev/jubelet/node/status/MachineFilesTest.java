package dev.jubelet.node.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineFilesTest {
  @TempDir Path root;

  @Test
  void theFirstFileWithContentCounts() throws IOException {
    write("etc/machine-id", "\n");
    write("var/lib/dbus/machine-id", "abc\n");
    write("proc/device-tree/vm,uuid", "uuid\0");

    MachineFiles files = new MachineFiles(root);

    assertThat(files.machineId()).isEqualTo("abc");
    assertThat(files.systemUuid()).isEqualTo("uuid");
  }

  @Test
  void aMachineIdServesWhereThereIsNoUuid() throws IOException {
    write("etc/machine-id", "abc\n");

    assertThat(new MachineFiles(root).systemUuid()).isEqualTo("abc");
  }

  @Test
  void aMachineWithoutFilesHasNoIdentity() {
    MachineFiles files = new MachineFiles(root);

    assertThat(files.machineId()).isEmpty();
    assertThat(files.systemUuid()).isEmpty();
    assertThat(files.osImage()).isEqualTo("Linux");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PRETTY_NAME=\"Debian GNU/Linux 12\"|Debian GNU/Linux 12",
        "PRETTY_NAME='Alpine'|Alpine",
        "PRETTY_NAME=Plain|Plain",
        "PRETTY_NAME=\"\"|Linux",
        "NAME=Other|Linux"
      })
  void theSystemIsNamedByItsReleaseFile(String line, String name) throws IOException {
    write("etc/os-release", "ID=x\n" + line + "\nVERSION=1\n");

    assertThat(new MachineFiles(root).osImage()).isEqualTo(name);
  }

  private void write(String file, String content) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }
}
