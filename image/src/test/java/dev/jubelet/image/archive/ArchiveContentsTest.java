package dev.jubelet.image.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveContentsTest {
  @TempDir Path directory;

  private Path archive(byte[] content) throws IOException {
    return Files.write(directory.resolve("a.tar"), content);
  }

  private static byte[] zipped(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(content);
    }
    return bytes.toByteArray();
  }

  @Test
  void readsTheNamesOfBothFormsPlainAndZipped() throws IOException {
    assertThat(ArchiveContents.read(archive(TestArchive.docker("a:1", "b:2"))).names())
        .containsExactly("a:1", "b:2");
    assertThat(ArchiveContents.read(archive(TestArchive.oci("reg.io/a:1", "latest"))).names())
        .containsExactly("reg.io/a:1");
    assertThat(ArchiveContents.read(archive(zipped(TestArchive.docker("a:1")))).names())
        .containsExactly("a:1");
  }

  @Test
  void whatIsNoArchiveOfImagesIsNamedAsSuch() throws IOException {
    assertBad("junk".getBytes(StandardCharsets.UTF_8), "it is not a tar archive");
    assertBad("x".repeat(2000).getBytes(StandardCharsets.UTF_8), "it is not a tar archive");
    assertBad(new byte[0], "it is not a tar archive");
    assertBad(new TestArchive().add("etc/passwd", "root").end(), "neither an OCI nor a docker");
    assertBad(new TestArchive().add("manifest.json", "{[").end(), "cannot read images from");
  }

  @Test
  void whatEndsTooEarlyIsCutShort() throws IOException {
    byte[] whole = TestArchive.oci("reg.io/a:1");
    assertBad(Arrays.copyOf(whole, whole.length - 2000), "is cut short");
    byte[] zipped = zipped(whole);
    assertBad(Arrays.copyOf(zipped, zipped.length / 2), "is cut short");
  }

  @Test
  void aMissingFileIsNotBad() {
    assertThatThrownBy(() -> ArchiveContents.read(directory.resolve("none.tar")))
        .isInstanceOfSatisfying(
            ArchiveException.class,
            e -> assertThat(e.kind()).isEqualTo(ArchiveException.Kind.NOT_FOUND));
    assertThatThrownBy(() -> ArchiveContents.read(directory)).hasMessageContaining("a directory");
  }

  private void assertBad(byte[] content, String words) throws IOException {
    Path archive = archive(content);
    assertThatThrownBy(() -> ArchiveContents.read(archive))
        .isInstanceOfSatisfying(
            ArchiveException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(ArchiveException.Kind.BAD);
              assertThat(e.text()).contains(words).contains("a.tar");
            });
  }
}
