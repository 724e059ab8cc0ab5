package dev.jubelet.resource.userns;

import java.util.BitSet;
import java.util.Optional;

/**
 * Hands out equal slices of a range, the first free one first.
 *
 * <p>Thread: one at a time. Owns: which slices are in use.
 */
final class IdPool {
  private final IdRange all;
  private final long slice;
  private final BitSet used = new BitSet();

  IdPool(IdRange all, long slice) {
    this.all = all;
    this.slice = slice;
  }

  /** Empty when every slice is in use. */
  Optional<IdRange> take() {
    int free = used.nextClearBit(0);
    if (free >= all.count() / slice) {
      return Optional.empty();
    }
    used.set(free);
    return Optional.of(new IdRange(all.first() + free * slice, slice));
  }

  /** Marks all that the range touches; it may be of another size, or outside, after a change. */
  void occupy(IdRange range) {
    mark(range, true);
  }

  void free(IdRange range) {
    mark(range, false);
  }

  private void mark(IdRange range, boolean value) {
    long from = Math.max(range.first(), all.first());
    long to = Math.min(range.end(), all.end());
    if (from < to) {
      used.set(number(from), number(to - 1) + 1, value);
    }
  }

  private int number(long id) {
    return (int) ((id - all.first()) / slice);
  }
}
