package dev.jubelet.node.loop;

import dev.jubelet.node.call.NodeApiException;

/**
 * When to give up on a connection: at once when an answer did not come in time, otherwise when
 * reaching the server fails twice in a row. Pure.
 */
final class Stall {

  private Stall() {}

  /** {@code failures} counts those in a row, this one included. */
  static boolean isLikely(NodeApiException failure, int failures) {
    return failure.kind() == NodeApiException.Kind.TIMEOUT
        || (failure.isConnectionTrouble() && failures > 1);
  }
}
