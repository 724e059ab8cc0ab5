package dev.jubelet.server.logs;

import java.io.IOException;
import java.util.Deque;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The files of a log in the order in which they are read.
 *
 * <p>Thread: one. Owns: the file that is read and those that wait, open.
 */
final class SegmentQueue implements AutoCloseable {
  private final LogSeries series;
  private Deque<Segment> waiting;
  private @Nullable Segment segment;

  private SegmentQueue(LogSeries series, Deque<Segment> waiting) {
    this.series = series;
    this.waiting = waiting;
  }

  static SegmentQueue open(LogSeries series, LogQuery query) throws IOException {
    return new SegmentQueue(series, series.open(query));
  }

  /** Goes to the next file; false when there is none now. */
  boolean next() {
    Segment next = waiting.poll();
    if (next == null) {
      return false;
    }
    if (segment != null) {
      segment.close();
    }
    segment = next;
    return true;
  }

  /** The file that is read. */
  Segment segment() {
    if (segment == null) {
      throw new NoSuchElementException("no file was gone to yet");
    }
    return segment;
  }

  /**
   * Whether a later file has content, so that the writer is through with this one. Between its
   * renaming and that moment the runtime still writes to it, even when its successor exists.
   */
  boolean isWrittenBehind() throws IOException {
    if (anyWaitingHasContent()) {
      return true;
    }
    if (series.isCurrent(segment())) {
      return false;
    }
    renew();
    return anyWaitingHasContent();
  }

  /** Whether only the file that is written now comes behind this one. */
  boolean isLastRotated() {
    return waiting.size() == 1;
  }

  /** Finds files that were begun since; to be called at the end of one. */
  void lookForMore() throws IOException {
    if (waiting.isEmpty() && !series.isCurrent(segment())) {
      renew();
    }
  }

  private void renew() throws IOException {
    Deque<Segment> newer = series.after(segment());
    waiting.forEach(Segment::close);
    waiting = newer;
  }

  private boolean anyWaitingHasContent() throws IOException {
    for (Segment next : waiting) {
      if (next.hasContent()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    waiting.forEach(Segment::close);
    if (segment != null) {
      segment.close();
    }
  }
}
