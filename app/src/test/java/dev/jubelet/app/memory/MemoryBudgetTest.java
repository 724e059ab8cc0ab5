package dev.jubelet.app.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryBudgetTest {
  @ParameterizedTest
  @CsvSource({
    // Heap, objects and manifests in MiB, reads at a time.
    "48, 8, 8, 1",
    "64, 8, 8, 2",
    "128, 40, 8, 4",
    "256, 120, 24, 8",
    "1024, 600, 120, 16",
    "4096, 2520, 504, 16"
  })
  void objectsGetWhatTheAgentDoesNotNeed(long heap, long objects, long manifests, int reads) {
    assertThat(MemoryBudget.of(heap << 20))
        .isEqualTo(new MemoryBudget(objects << 20, manifests << 20, reads));
  }
}
