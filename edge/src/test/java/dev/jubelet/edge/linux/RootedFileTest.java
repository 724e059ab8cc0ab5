package dev.jubelet.edge.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.host.HostException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class RootedFileTest {
  private static final int MOST = 10;

  @TempDir Path temp;
  private Path root;

  @BeforeEach
  void create() throws IOException {
    root = temp.resolve("root");
    Files.createDirectories(root.resolve("dir"));
    Files.writeString(root.resolve("dir/file"), "inside");
    Files.writeString(temp.resolve("outside"), "outside");
  }

  private String read(String path) {
    return new String(RootedFile.read(root, path, MOST), StandardCharsets.UTF_8);
  }

  private Kind failure(String path) {
    return catchThrowableOfType(HostException.class, () -> read(path)).kind();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dir/file", "/dir/file", "dir/../dir/file", "../../dir/file"})
  void everyPathStartsAndStaysAtTheRoot(String path) {
    assertThat(read(path)).isEqualTo("inside");
  }

  @Test
  void aLinkIsFollowedInsideOnly() throws IOException {
    Files.createSymbolicLink(root.resolve("near"), Path.of("dir/file"));
    Files.createSymbolicLink(root.resolve("absolute"), Path.of("/dir/file"));
    Files.createSymbolicLink(root.resolve("up"), Path.of("../outside"));
    Files.createSymbolicLink(root.resolve("far"), temp.resolve("outside"));
    Files.createSymbolicLink(root.resolve("out"), temp);

    assertThat(read("near")).isEqualTo("inside");
    assertThat(read("absolute")).isEqualTo("inside");
    assertThat(failure("up")).isEqualTo(Kind.NOT_FOUND);
    assertThat(failure("far")).isEqualTo(Kind.NOT_FOUND);
    assertThat(failure("out/outside")).isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void aLinkToItselfIsUnreadable() throws IOException {
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));

    assertThat(failure("loop")).isEqualTo(Kind.UNREADABLE);
  }

  @Test
  void whatIsMissingIsNotFound() {
    assertThat(failure("dir/other")).isEqualTo(Kind.NOT_FOUND);
    assertThat(failure("dir/file/deeper")).isEqualTo(Kind.NOT_FOUND);
    assertThat(
            catchThrowableOfType(
                    HostException.class, () -> RootedFile.read(temp.resolve("gone"), "f", MOST))
                .kind())
        .isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void onlyARegularFileIsRead() throws Exception {
    String fifo = root.resolve("fifo").toString();
    assertThat(new ProcessBuilder("mkfifo", fifo).start().waitFor()).isZero();

    assertThat(failure("fifo")).isEqualTo(Kind.UNREADABLE);
    assertThat(failure("dir")).isEqualTo(Kind.UNREADABLE);
  }

  @Test
  void noMoreThanTheMostIsRead() throws IOException {
    Files.writeString(root.resolve("fits"), "x".repeat(MOST));
    Files.writeString(root.resolve("large"), "x".repeat(MOST + 1));

    assertThat(read("fits")).hasSize(MOST);
    assertThat(failure("large")).isEqualTo(Kind.UNREADABLE);
  }

  @Test
  void everyDescriptorIsGivenBack() throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    read("dir/file");
    long before = count(descriptors);
    for (int i = 0; i < 100; i++) {
      read("dir/file");
      failure("dir/other");
    }
    assertThat(count(descriptors)).isLessThan(before + 50);
  }

  private static long count(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.count();
    }
  }
}
