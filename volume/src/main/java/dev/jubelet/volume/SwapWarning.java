package dev.jubelet.volume;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns that what is in memory for its secrecy may be written to disk, on a node that swaps and
 * whose kernel cannot keep volumes out of that.
 *
 * <p>Thread: any.
 *
 * @param swaps the kernel's list of where it swaps to
 */
record SwapWarning(Consumer<NodeEvent> events, Timers timers, Path swaps) {
  private static final Logger log = LoggerFactory.getLogger(SwapWarning.class);

  /** The kernel has refused to keep a volume out of the swap. */
  void mayBeSwapped() {
    if (isSwapping()) {
      events.accept(
          new NodeEvent(
              timers.now(),
              NodeEvent.Type.WARNING,
              "PossibleMemoryBackedVolumesOnDisk",
              "The tmpfs noswap option is not supported. Memory-backed volumes (e.g. secrets,"
                  + " emptyDirs, etc.) might be swapped to disk and should no longer be considered"
                  + " secure.",
              null,
              null,
              ""));
    }
  }

  /** The first line says what the columns are. */
  private boolean isSwapping() {
    try {
      return Files.readAllLines(swaps).size() > 1;
    } catch (IOException e) {
      log.atDebug()
          .addKeyValue("file", swaps)
          .addKeyValue("cause", e.toString())
          .log("Failed to read the swap areas; assuming none");
      return false;
    }
  }
}
