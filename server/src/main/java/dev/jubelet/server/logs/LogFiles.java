package dev.jubelet.server.logs;

import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.Optional;

/** What the log pages must know of pods; supplied by the assembly. */
public interface LogFiles {

  /**
   * Where the log of a container is.
   *
   * @param podDirectory the pod's log directory; nothing outside it is ever read
   * @param file the current log file, below that directory
   */
  record Location(Path podDirectory, Path file) {}

  /** The pod with its newest status. */
  Optional<Pod> pod(String namespace, String name);

  /**
   * Asks the runtime where it writes the log of this container instance; empty when it does not
   * know the instance any more. May block.
   */
  Optional<Location> locate(Pod pod, String containerId);

  /**
   * Whether the instance still runs, so that a follower must go on. Asked at each look at the file:
   * answers from memory. When in doubt, true.
   */
  boolean running(Pod pod, String containerId);
}
