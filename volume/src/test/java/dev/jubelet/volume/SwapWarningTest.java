package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.disk.PodDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwapWarningTest {
  private static final String COLUMNS = "Filename Type Size Used Priority\n";

  @TempDir Path directory;
  private final List<NodeEvent> events = new ArrayList<>();

  private void warn(Path swaps) {
    new SwapWarning(events::add, new ManualTimers(), swaps).mayBeSwapped();
  }

  @Test
  void aNodeThatSwapsIsWarned() throws IOException {
    warn(Files.writeString(directory.resolve("swaps"), COLUMNS + "/dev/sda2 partition 1 0 -2\n"));
    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.reason()).isEqualTo("PossibleMemoryBackedVolumesOnDisk");
              assertThat(event.type()).isEqualTo(NodeEvent.Type.WARNING);
              assertThat(event.pod()).isNull();
              assertThat(event.message())
                  .isEqualTo(
                      "The tmpfs noswap option is not supported. Memory-backed volumes (e.g."
                          + " secrets, emptyDirs, etc.) might be swapped to disk and should no"
                          + " longer be considered secure.");
            });
  }

  @Test
  void aNodeThatDoesNotSwapIsNot() throws IOException {
    warn(Files.writeString(directory.resolve("swaps"), COLUMNS));
    warn(directory.resolve("nothing"));
    assertThat(events).isEmpty();
  }

  @Test
  void itIsToldOnceHoweverManyVolumesThereAre() throws IOException {
    FakeMounts mounts = new FakeMounts();
    mounts.unknownOptions.add("noswap");
    AtomicInteger told = new AtomicInteger();
    EmptyDirs dirs = new EmptyDirs(new PodDirectories(directory), mounts, told::incrementAndGet);
    for (String name : List.of("one", "other")) {
      dirs.prepare(
          VolumePods.with(VolumePods.emptyDir(name)),
          EmptyDirs.PLUGIN,
          name,
          new Medium.Memory(1 << 20));
    }
    assertThat(told).hasValue(1);
    assertThat(mounts.mounted).hasSize(2);
  }
}
