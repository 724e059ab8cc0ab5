package dev.jubelet.app.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryBudgetTest {
  @ParameterizedTest
  @CsvSource({
    // Heap in MiB, objects in MiB, reads at a time.
    "48, 8, 1",
    "64, 8, 2",
    "128, 40, 4",
    "256, 120, 8",
    "1024, 600, 16",
    "4096, 2520, 16"
  })
  void objectsGetWhatTheAgentDoesNotNeed(long heap, long objects, int reads) {
    assertThat(MemoryBudget.of(heap << 20)).isEqualTo(new MemoryBudget(objects << 20, reads));
  }
}
