package dev.jubelet.testing.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LabCommandTest {

  @Test
  void outputAndErrorsAreKeptApart() {
    LabCommand.Outcome outcome =
        LabCommand.run(List.of("/bin/sh", "-c", "echo out; echo err >&2; exit 3"));

    assertThat(outcome).isEqualTo(new LabCommand.Outcome(3, "out\n", "err\n"));
  }

  @Test
  void aProcessLeftBehindDoesNotHoldUpTheCaller() {
    List<String> command = List.of("/bin/sh", "-c", "sleep 1000 & echo $!");

    long left = Long.parseLong(LabCommand.run(command).orThrow(command).strip());

    assertThat(ProcessHandle.of(left)).get().matches(ProcessHandle::destroyForcibly);
  }

  @Test
  void aFailureSaysWhatTheCommandSaid() {
    List<String> command = List.of("/bin/sh", "-c", "echo no such luck >&2; exit 1");

    assertThatThrownBy(() -> LabCommand.run(command).orThrow(command))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("no such luck");
  }

  @Test
  void theScriptIsFoundFromAModulesDirectory() {
    assertThat(LabScript.CONTAINERD.call("no-such-action").errors()).contains("unknown action");
  }
}
