package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ProcessCommandsTest {
  private final ProcessCommands commands = new ProcessCommands(Duration.ofSeconds(20));

  @Test
  void aProgramTellsItsStatusAndAllThatItPrinted() {
    assertThat(commands.run("sh", "-c", "echo out; echo err >&2; exit 3"))
        .isEqualTo(new HostCommands.Result(3, "out\nerr\n"));
  }

  @Test
  void muchOutputDoesNotHoldAProgramUp() {
    HostCommands.Result result = commands.run("sh", "-c", "head -c 3000000 /dev/zero");
    assertThat(result.succeeded()).isTrue();
    assertThat(result.output()).hasSize(1 << 20);
  }

  @Test
  void thereIsNothingToRead() {
    assertThat(commands.run("cat")).isEqualTo(new HostCommands.Result(0, ""));
  }

  @Test
  void aProgramThatDoesNotExistIsToldApart() {
    assertThatThrownBy(() -> commands.run("no-such-program"))
        .isInstanceOfSatisfying(
            HostException.class, e -> assertThat(e.kind()).isEqualTo(HostException.Kind.NOT_FOUND));
  }

  @Test
  void aProgramThatDoesNotEndIsKilledWithItsChildren() {
    ProcessCommands impatient = new ProcessCommands(Duration.ofMillis(200));
    assertThatThrownBy(() -> impatient.run("sh", "-c", "sleep 100 & wait"))
        .hasMessageContaining("did not end");
  }
}
