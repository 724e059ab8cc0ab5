package dev.jubelet.edge.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptorTest {
  @TempDir Path directory;

  @Test
  void whatIsOpenStaysTheSameUnderAnotherName() throws IOException {
    Path file = Files.writeString(directory.resolve("a"), "content");
    try (Descriptor top = Descriptor.open(directory);
        Descriptor open = top.openBeneath("a")) {
      Descriptor.Identity identity = Descriptor.identity(file);
      Files.move(file, directory.resolve("b"));
      Files.writeString(file, "another");
      assertThat(open.identity()).isEqualTo(identity);
      assertThat(open.path()).hasContent("content");
      assertThat(open.isDirectory()).isFalse();
      assertThat(top.isDirectory()).isTrue();
    }
  }

  @Test
  void linksAreFollowedWhileTheyStayBelow() throws IOException {
    Files.createDirectory(directory.resolve("d"));
    Files.writeString(directory.resolve("d/file"), "x");
    Files.createSymbolicLink(directory.resolve("d/up"), Path.of("../d/file"));
    try (Descriptor top = Descriptor.open(directory);
        Descriptor open = top.openBeneath("d/up")) {
      assertThat(open.path()).hasContent("x");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "/etc/passwd", "absolute", "climber", "climber/passwd", "loop"})
  void whatLeadsOutIsRefused(String path) throws IOException {
    Files.createSymbolicLink(directory.resolve("absolute"), Path.of("/etc/passwd"));
    Files.createSymbolicLink(directory.resolve("climber"), Path.of("../../../../../../etc"));
    Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
    try (Descriptor top = Descriptor.open(directory)) {
      assertThatThrownBy(() -> top.openBeneath(path).close())
          .asInstanceOf(type(LinuxException.class))
          .extracting(LinuxException::kind)
          .isEqualTo(LinuxException.Kind.ESCAPES);
    }
  }

  @Test
  void linksOfTheProcFilesystemLeadNowhere() {
    try (Descriptor proc = Descriptor.open(Path.of("/proc/self"))) {
      assertThatThrownBy(() -> proc.openBeneath("root/etc").close())
          .asInstanceOf(type(LinuxException.class))
          .extracting(LinuxException::kind)
          .isEqualTo(LinuxException.Kind.ESCAPES);
    }
  }

  @Test
  void aDirectoryIsMadeWithExactlyItsMode() throws IOException {
    try (Descriptor top = Descriptor.open(directory)) {
      top.makeDirectory("new", 02777);
      assertThat((int) Files.getAttribute(directory.resolve("new"), "unix:mode") & 07777)
          .isEqualTo(02777);
      assertThatThrownBy(() -> top.makeDirectory("new", 0700))
          .isInstanceOf(LinuxException.class)
          .hasMessage("mkdir new: file exists (errno 17)");
    }
  }

  @Test
  void whatIsNotThereIsNotFound() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> Descriptor.open(missing).close())
        .asInstanceOf(type(LinuxException.class))
        .extracting(LinuxException::kind)
        .isEqualTo(LinuxException.Kind.NOT_FOUND);
  }
}
