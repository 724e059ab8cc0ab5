package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.HostPathVolumeSource;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPathsTest {
  @TempDir Path directory;

  private static Path prepare(Path path, String type) throws IOException {
    return HostPaths.prepare(new HostPathVolumeSource(path.toString(), type));
  }

  @Test
  void withoutATypeNothingIsChecked() throws IOException {
    Path missing = directory.resolve("missing");
    assertThat(prepare(missing, "")).isEqualTo(missing);
    assertThat(missing).doesNotExist();
  }

  @Test
  void whatIsToBeCreatedIsCreated() throws IOException {
    Path made = prepare(directory.resolve("a/b"), "DirectoryOrCreate");
    assertThat(made).isDirectory();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwxr-xr-x");
    Path file = prepare(directory.resolve("file"), "FileOrCreate");
    assertThat(file).isRegularFile();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r--r--");
    Files.writeString(file, "kept");
    assertThat(prepare(file, "FileOrCreate")).hasContent("kept");
  }

  @Test
  void aFileIsNotCreatedInAMissingDirectory() {
    assertThatThrownBy(() -> prepare(directory.resolve("no/file"), "FileOrCreate"))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void everyTypeIsRecognisedAlsoBehindALink() throws IOException {
    Path socket = directory.resolve("s");
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(socket));
      assertThat(prepare(socket, "Socket")).isEqualTo(socket);
    }
    assertThat(prepare(Path.of("/dev/null"), "CharDevice")).exists();
    assertThat(prepare(Files.createFile(directory.resolve("f")), "File")).exists();
    assertThat(prepare(link, "Directory")).isEqualTo(link);
    assertThat(prepare(link, "DirectoryOrCreate")).isEqualTo(link);
  }

  @ParameterizedTest
  @CsvSource({
    "Directory, directory",
    "DirectoryOrCreate, directory",
    "Socket, socket file",
    "CharDevice, character device",
    "BlockDevice, block device"
  })
  void anotherTypeIsRefused(String type, String word) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> prepare(file, type))
        .hasMessage("hostPath type check failed: " + file + " is not a " + word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"File", "FileOrCreate"})
  void aDirectoryIsNotAFile(String type) {
    assertThatThrownBy(() -> prepare(directory, type))
        .hasMessage("hostPath type check failed: " + directory + " is not a file");
  }

  @Test
  void whatIsMissingIsRefused() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> prepare(missing, "Directory"))
        .hasMessage("hostPath type check failed: " + missing + " is not a directory");
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> prepare(directory, "Pipe"))
        .hasMessage("Pipe is an invalid volume type");
    assertThatThrownBy(() -> prepare(Path.of("/no/backsteps/.."), ""))
        .hasMessage("invalid HostPath `/no/backsteps/..`: must not contain '..'");
    assertThatThrownBy(() -> HostPaths.prepare(new HostPathVolumeSource("/a\0b", "")))
        .isInstanceOf(VolumeException.class)
        .hasMessageStartingWith("invalid HostPath `/a");
    assertThat(Path.of("/a..b")).satisfies(path -> assertThat(prepare(path, "")).isEqualTo(path));
  }
}
