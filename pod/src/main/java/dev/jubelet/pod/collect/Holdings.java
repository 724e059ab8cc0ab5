package dev.jubelet.pod.collect;

import java.util.List;

/**
 * What was there when it was looked at.
 *
 * @param logDirectories names of directories of pods' logs
 * @param deadLinks names of links to logs that do not exist
 */
record Holdings(
    List<ListedContainer> containers,
    List<ListedSandbox> sandboxes,
    List<String> logDirectories,
    List<String> deadLinks) {
  Holdings {
    containers = List.copyOf(containers);
    sandboxes = List.copyOf(sandboxes);
    logDirectories = List.copyOf(logDirectories);
    deadLinks = List.copyOf(deadLinks);
  }
}
