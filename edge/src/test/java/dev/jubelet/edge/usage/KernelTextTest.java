package dev.jubelet.edge.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.usage.CgroupUsage.Pressure;
import dev.jubelet.edge.usage.CgroupUsage.Share;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the kernel's texts are taken apart, and its files read. */
final class KernelTextTest {
  private static final byte[] FILE = KernelFiles.name("/file");

  @TempDir Path top;

  private final KernelFiles files = new KernelFiles();

  @ParameterizedTest
  @CsvSource({
    "'a 1|b 2|', 1, 2",
    "'b 2|a 1', 1, 2",
    "'ab 7|a 1|ba 8|', 1, 0",
    "'a:    12 kB|b:\t9|', 12, 0",
    "'a|b 5|', 0, 5",
    "'b -5|', 0, 0",
    "'', 0, 0",
    "'a 9223372036854771712|', 9223372036854771712, 0"
  })
  void theNumbersOfWantedNamesAreFound(String lines, long a, long b) {
    byte[] text = lines.replace('|', '\n').getBytes(StandardCharsets.US_ASCII);
    NumberLines.Found found = new NumberLines("a", "b").in(text, text.length);
    assertThat(found.of("a")).isEqualTo(a);
    assertThat(found.of("b")).isEqualTo(b);
  }

  @Test
  void aNameThatWasNotLookedForIsAMistake() {
    NumberLines.Found none = new NumberLines("a").none();
    assertThat(none.isEmpty()).isTrue();
    assertThatThrownBy(() -> none.of("b")).hasMessageContaining("b was not looked for");
  }

  @ParameterizedTest
  @CsvSource({
    "12, 12",
    "'12|', 12",
    "'-1|', -1",
    "'max|', 99",
    "'', 99",
    "'-', 99",
    "'9223372036854771712|', 9223372036854771712"
  })
  void theOneNumberOfAFileIsRead(String content, long number) throws IOException {
    Files.writeString(top.resolve("file"), content.replace('|', '\n'));
    assertThat(files.number(SystemCalls.CURRENT_DIRECTORY, place(), FILE, 99)).isEqualTo(number);
  }

  @Test
  void aFileThatIsNotThereHasNoContent() {
    assertThat(files.number(SystemCalls.CURRENT_DIRECTORY, place(), FILE, 99)).isEqualTo(99);
    assertThat(files.text(SystemCalls.CURRENT_DIRECTORY, place(), FILE)).isEmpty();
    assertThat(files.ids(SystemCalls.CURRENT_DIRECTORY, place(), FILE)).isEmpty();
    assertThat(files.number(SystemCalls.REFUSED, place(), FILE, 99)).isEqualTo(99);
  }

  @Test
  void aDirectoryHasNoContent() throws IOException {
    Files.createDirectory(top.resolve("file"));
    assertThat(files.text(SystemCalls.CURRENT_DIRECTORY, place(), FILE)).isEmpty();
  }

  @Test
  void aFileOfManyBuffersIsReadWhole() throws IOException {
    List<Long> ids = LongStream.range(100_000, 120_000).boxed().toList();
    Files.writeString(
        top.resolve("file"), ids.stream().map(id -> id + "\n").collect(Collectors.joining()));
    assertThat(files.ids(SystemCalls.CURRENT_DIRECTORY, place(), FILE)).isEqualTo(ids);
  }

  @Test
  void aFileThatTheKernelGivesByThePageIsReadWhole() {
    Optional<String> maps =
        files.text(
            SystemCalls.CURRENT_DIRECTORY,
            KernelFiles.name("/proc/self"),
            KernelFiles.name("/maps"));
    assertThat(maps).hasValueSatisfying(text -> assertThat(text).hasSizeGreaterThan(8192));
    assertThat(maps)
        .hasValueSatisfying(text -> assertThat(text).contains("[stack]").endsWith("\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "/, '', ''",
    "/a, '', a/",
    "/a/b, '', a/b/",
    "/a/b/c, /a, b/c/",
    "/a/b/c/d, /a/b, c/d/"
  })
  void aCgroupIsLookedForFromTwoLevelsAbove(String cgroup, String above, String below) {
    CgroupPlace place = CgroupPlace.of(cgroup);
    assertThat(place.above()).isEqualTo(above);
    assertThat(new String(place.below(), StandardCharsets.UTF_8)).isEqualTo(below);
  }

  @Test
  void onlyPressureIsTakenForPressure() {
    assertThat(pressure("some avg10=12.50 avg60=0.01 avg300=100.00 total=7\n"))
        .contains(new Pressure(new Share(12.5, 0.01, 100, 7), new Share(0, 0, 0, 0)));
    assertThat(pressure("")).isEmpty();
    assertThat(pressure("Operation not supported\n")).isEmpty();
    assertThat(pressure("full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n")).isEmpty();
  }

  private static Optional<Pressure> pressure(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return PressureText.parse(bytes, bytes.length);
  }

  private byte[] place() {
    return KernelFiles.name(top.toString());
  }
}
