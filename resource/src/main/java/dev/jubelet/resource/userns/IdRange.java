package dev.jubelet.resource.userns;

/** Consecutive user ids of the node, which are group ids too. */
public record IdRange(long first, long count) {

  long end() {
    return first + count;
  }
}
