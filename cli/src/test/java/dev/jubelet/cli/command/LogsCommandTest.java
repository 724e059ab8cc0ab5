package dev.jubelet.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LogsCommandTest {
  @Test
  void aDurationIsReadAsGoWritesIt() {
    assertThat(LogsCommand.seconds("1h30m")).isEqualTo(5400);
    assertThat(LogsCommand.seconds("90s")).isEqualTo(90);
  }
}
