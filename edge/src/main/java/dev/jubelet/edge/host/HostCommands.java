package dev.jubelet.edge.host;

import java.util.List;

/**
 * Programs of the machine, for what the kernel has no call for: checking and making file systems,
 * drivers that are scripts.
 */
@FunctionalInterface
public interface HostCommands {

  /**
   * How a program ended.
   *
   * @param output what it printed, errors included
   */
  record Result(int status, String output) {
    public boolean succeeded() {
      return status == 0;
    }
  }

  /**
   * Runs a program to its end. The first word is its name or path. Throws {@link HostException}:
   * NOT_FOUND when there is no such program, UNREADABLE when it did not end in time.
   */
  Result run(List<String> command);

  default Result run(String... command) {
    return run(List.of(command));
  }
}
