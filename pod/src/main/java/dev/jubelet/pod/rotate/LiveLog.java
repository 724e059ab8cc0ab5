package dev.jubelet.pod.rotate;

import dev.jubelet.pod.model.PodKey;
import java.nio.file.Path;

/** The log of a container that runs; {@code file} is what the runtime says that it writes to. */
public record LiveLog(PodKey pod, String container, String containerId, Path file) {
  String name() {
    return String.valueOf(file.getFileName());
  }
}
