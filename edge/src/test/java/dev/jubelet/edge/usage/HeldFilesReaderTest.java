package dev.jubelet.edge.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HeldFilesReaderTest {
  @TempDir Path proc;

  private HeldFilesReader reader;

  @BeforeEach
  void prepare() throws IOException {
    reader = new HeldFilesReader(proc);
    link(7, "0", "null");
    link(7, "1", "pipe:[4711]");
    link(7, "10", "socket:[4712]");
    link(7, "11", "socket:[4713]");
    link(8, "3", "socket:[4714]");
    link(8, "4", "sock");
  }

  @Test
  void descriptorsAndSocketsOfAllProcessesAreCounted() {
    assertThat(reader.of(List.of(7L, 8L), null)).isEqualTo(new HeldFiles(6, 3, null));
  }

  @Test
  void aProcessThatIsGoneHoldsNothing() {
    assertThat(reader.of(List.of(8L, 9L), 9L)).isEqualTo(new HeldFiles(2, 1, null));
  }

  @ParameterizedTest
  @CsvSource({
    "'Max open files            1024                 524288               files     ', 1024",
    "'Max open files            unlimited            unlimited            files     ', -1"
  })
  void theLimitIsTheSoftOneOfTheProcess(String line, long limit) throws IOException {
    Files.writeString(
        proc.resolve("7/limits"),
        "Limit                     Soft Limit           Hard Limit           Units     \n"
            + "Max processes             96349                96349                processes \n"
            + line
            + "\n");
    assertThat(reader.of(List.of(7L), 7L)).isEqualTo(new HeldFiles(4, 2, limit));
  }

  @Test
  void thisProcessHoldsItsOwnFiles() {
    long self = ProcessHandle.current().pid();
    HeldFiles held = new HeldFilesReader(Path.of("/proc")).of(List.of(self), self);
    assertThat(held.descriptors()).isGreaterThan(3);
    assertThat(held.openFilesLimit()).isNotNull();
  }

  private void link(long process, String name, String target) throws IOException {
    Path directory = proc.resolve(process + "/fd");
    Files.createDirectories(directory);
    Files.createSymbolicLink(directory.resolve(name), Path.of(target));
  }
}
