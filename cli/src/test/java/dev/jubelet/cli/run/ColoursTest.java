package dev.jubelet.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColoursTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "/dev/pts/3, true",
    "/dev/tty1, true",
    "/dev/console, true",
    "/dev/null, false",
    "pipe:[4711], false",
    "/tmp/out.txt, false"
  })
  void onlyATerminalHasColours(String target, boolean expected) throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("1"), Path.of(target));

    assertThat(Colours.isTerminal(link)).isEqualTo(expected);
  }

  @Test
  void theEnvironmentMayRefuseThem() {
    assertThat(Colours.areWanted(Map.of("TERM", "xterm"))).isTrue();
    assertThat(Colours.areWanted(Map.of("NO_COLOR", ""))).isTrue();
    assertThat(Colours.areWanted(Map.of("NO_COLOR", "1"))).isFalse();
    assertThat(Colours.areWanted(Map.of("TERM", "dumb"))).isFalse();
  }
}
