package dev.jubelet.volume.device;

import dev.jubelet.volume.disk.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory of a disk: it is mounted there, or pods are shown it there as a device, each in a
 * file of its own. A record may stand beside them. Thread: one at a time for a disk.
 */
public record DiskDirectory(Path directory) {
  private static final String RECORD = ".json";
  private static final String UNFINISHED = ".";

  /** Whether a pod is shown the device in a file other than this. */
  public boolean isUsedBesides(Path shown) throws IOException {
    return Entries.of(directory).stream()
        .anyMatch(entry -> !entry.equals(shown) && isOfPod(entry.getFileName().toString()));
  }

  public boolean isUsed() throws IOException {
    return isUsedBesides(directory);
  }

  private static boolean isOfPod(String name) {
    return !name.endsWith(RECORD) && !name.startsWith(UNFINISHED);
  }

  /** With what an agent that died began to write; nothing else may be in it. */
  public void remove() throws IOException {
    for (Path entry : Entries.of(directory)) {
      if (entry.getFileName().toString().startsWith(UNFINISHED)) {
        Files.delete(entry);
      }
    }
    Files.deleteIfExists(directory);
  }
}
