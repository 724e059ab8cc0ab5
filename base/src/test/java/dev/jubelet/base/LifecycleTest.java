package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LifecycleTest {
  private final List<String> seen = new ArrayList<>();
  private final Lifecycle lifecycle = new Lifecycle();

  @Test
  void startsInOrderAndStopsInReverse() {
    part("a");
    part("b");
    lifecycle.start();
    lifecycle.close();
    lifecycle.close();
    assertThat(seen).containsExactly("start a", "start b", "stop b", "stop a");
  }

  @Test
  void aFailedStartStopsWhatHasStarted() {
    part("a");
    lifecycle.add("b", () -> fail("b"), () -> seen.add("stop b"));
    part("c");
    assertThatThrownBy(lifecycle::start).hasMessage("planted b");
    assertThat(seen).containsExactly("start a", "stop a");
  }

  @Test
  void aFailedStopDoesNotKeepOthersFromStopping() {
    part("a");
    lifecycle.add("b", () -> {}, () -> fail("b"));
    lifecycle.start();
    lifecycle.close();
    assertThat(seen).containsExactly("start a", "stop a");
  }

  private void part(String name) {
    lifecycle.add(name, () -> seen.add("start " + name), () -> seen.add("stop " + name));
  }

  private static void fail(String name) {
    throw new IllegalStateException("planted " + name);
  }
}
