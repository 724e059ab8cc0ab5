package dev.jubelet.pod.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.Signal;
import org.junit.jupiter.api.Test;

class StopSignalsTest {

  @Test
  void everyNameLeadsToASignalAndBack() {
    assertThat(StopSignals.names()).hasSize(65).contains("SIGUSR1", "SIGRTMIN+15", "SIGRTMAX-14");
    for (String name : StopSignals.names()) {
      assertThat(StopSignals.name(StopSignals.of(name))).isEqualTo(name);
    }
  }

  @Test
  void whatNobodyKnowsIsLeftToTheRuntime() {
    assertThat(StopSignals.of(null)).isEqualTo(Signal.RUNTIME_DEFAULT);
    assertThat(StopSignals.of("USR1")).isEqualTo(Signal.RUNTIME_DEFAULT);
    assertThat(StopSignals.name(Signal.RUNTIME_DEFAULT)).isEmpty();
    assertThat(StopSignals.name(Signal.UNRECOGNIZED)).isEmpty();
  }
}
