package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentOomScoreTest {
  @TempDir Path directory;

  @Test
  void theValueIsWritten() throws IOException {
    Path file = Files.createFile(directory.resolve("oom_score_adj"));
    assertThat(AgentOomScore.set(file, -999)).isTrue();
    assertThat(file).hasContent("-999");
  }

  @Test
  void aRefusalIsNoFailure() {
    assertThat(AgentOomScore.set(directory.resolve("missing"), -999)).isFalse();
  }
}
