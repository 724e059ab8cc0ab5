package dev.jubelet.volume;

/** What an empty volume is made of. */
sealed interface Medium {

  /** The disk of the node; how much a pod may use is watched elsewhere. */
  record Disk() implements Medium {}

  /** The node's memory, at most so many bytes; zero is no limit of its own. */
  record Memory(long bytes) implements Medium {}

  /** Huge pages of this size, such as {@code 2Mi}. */
  record HugePages(String pageSize) implements Medium {}
}
