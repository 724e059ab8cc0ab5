package dev.jubelet.benchmark.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessUseTest {
  private static final String STAT =
      "42 (a (b) c) S 1 42 42 0 -1 4194560 9 0 0 0 250 75 0 0 20 0 30 0 90000 123\n";

  @TempDir Path top;

  private Path proc;

  @BeforeEach
  void makeDirectory() throws IOException {
    proc = Files.createDirectory(top.resolve("42"));
  }

  @Test
  void processorTimeIsUserAndSystemTogether() throws IOException {
    Files.writeString(proc.resolve("stat"), STAT);

    assertThat(new ProcessUse(proc).cpu()).isEqualTo(Duration.ofMillis(3250));
  }

  @Test
  void ageIsTheTimeSinceItsStart() throws IOException {
    Files.writeString(proc.resolve("stat"), STAT);
    Files.writeString(top.resolve("uptime"), "1020.50 1999.01\n");

    assertThat(new ProcessUse(proc).age()).isEqualTo(Duration.ofMillis(120_500));
  }

  @Test
  void memoryIsReadFromItsLines() throws IOException {
    Files.writeString(
        proc.resolve("status"),
        "Name:\tkubelet\nVmRSS:\t  120000 kB\nRssAnon:\t   90000 kB\nThreads:\t31\n");
    Files.writeString(proc.resolve("smaps_rollup"), "head\nPss:              111000 kB\n");
    ProcessUse use = new ProcessUse(proc);

    assertThat(use.rss()).isEqualTo(120000);
    assertThat(use.anonymous()).isEqualTo(90000);
    assertThat(use.pss()).isEqualTo(111000);
    assertThat(use.threads()).isEqualTo(31);
  }

  @Test
  void aMissingLineIsNamed() throws IOException {
    Files.writeString(proc.resolve("status"), "Name:\tkubelet\n");

    assertThatThrownBy(() -> new ProcessUse(proc).rss())
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("VmRSS:");
  }
}
