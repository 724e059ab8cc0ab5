package dev.jubelet.server.logs;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All files of one log: those that were rotated away, oldest first, and the one that is written
 * now. Files may be renamed, compressed and removed while they are looked for.
 *
 * <p>Thread: one.
 */
final class LogSeries {
  private static final Logger log = LoggerFactory.getLogger(LogSeries.class);

  private final Path root;
  private final Path file;
  private final String name;

  LogSeries(LogFiles.Location location) {
    this.root = location.podDirectory();
    this.file = location.file();
    this.name = String.valueOf(file.getFileName());
  }

  /** All names at one moment, with the newest file open; null between a rename and a new file. */
  private record Moment(List<RotatedName> rotated, SafeOpen.@Nullable Opened current) {
    String newestStamp() {
      return rotated.isEmpty() ? "" : rotated.getLast().stamp();
    }
  }

  /**
   * Opens the files that the query needs, oldest first, each at its first line wanted.
   *
   * @throws NoSuchFileException when there is no file at all
   */
  Deque<Segment> open(LogQuery query) throws IOException {
    return retried(
        (moment, opened) -> {
          if (opened.isEmpty() && moment.rotated().isEmpty()) {
            throw new NoSuchFileException(file.toString());
          }
          openBackwards(moment.rotated(), query, opened);
        });
  }

  /** From the newest on, until enough lines are found or all others are too old. */
  private void openBackwards(List<RotatedName> rotated, LogQuery query, Deque<Segment> opened)
      throws IOException {
    Long tail = query.tailLines();
    long missing = tail == null ? Long.MAX_VALUE : tail;
    if (tail != null && !opened.isEmpty()) {
      missing -= opened.getFirst().keepLast(missing);
    }
    for (int i = rotated.size() - 1; i >= 0 && (missing > 0 || opened.isEmpty()); i--) {
      boolean newest = opened.isEmpty();
      if (!openRotated(rotated.get(i), opened)) {
        continue;
      }
      if (!newest && opened.getFirst().isBefore(query.since())) {
        opened.removeFirst().close();
        return;
      }
      if (tail != null) {
        missing -= opened.getFirst().keepLast(missing);
      }
    }
  }

  /** Whether the segment is the file that is written now. */
  boolean isCurrent(Segment segment) throws IOException {
    return segment.isFile(SafeOpen.inode(root, file));
  }

  /** Opens all files that came after this one, oldest first. */
  Deque<Segment> after(Segment segment) throws IOException {
    try {
      return retried((moment, opened) -> openAfter(segment, moment, opened));
    } catch (NoSuchFileException e) {
      // The directory went away with its pod: nothing comes any more.
      return new ArrayDeque<>();
    }
  }

  private void openAfter(Segment segment, Moment moment, Deque<Segment> opened) throws IOException {
    if (!opened.isEmpty() && opened.getLast().isSameFile(segment)) {
      opened.removeLast().close();
    }
    List<RotatedName> rotated = moment.rotated();
    for (int i = rotated.size() - 1; i >= 0 && isLater(rotated.get(i), segment); i--) {
      openRotated(rotated.get(i), opened);
    }
    if (segment.stamp() == null) {
      dropSame(segment, opened);
    }
  }

  private static boolean isLater(RotatedName rotated, Segment segment) {
    return rotated.stamp().compareTo(segment.newerThan()) > 0;
  }

  /**
   * The segment was the newest file when it was opened. If it is still there, it is the oldest of
   * those since.
   */
  private static void dropSame(Segment segment, Deque<Segment> since) throws IOException {
    Segment oldest = since.peekFirst();
    String stamp = oldest == null ? null : oldest.stamp();
    if (oldest != null && stamp != null && oldest.isSame(segment)) {
      segment.renamed(stamp);
      since.removeFirst().close();
    }
  }

  /** Adds to the files that were opened; the one written now is there already. */
  private interface Opening {
    void complete(Moment moment, Deque<Segment> opened) throws IOException;
  }

  /** Names may go while files are opened by them: then all is looked at again. */
  private Deque<Segment> retried(Opening opening) throws IOException {
    while (true) {
      Moment moment = look();
      Deque<Segment> opened = new ArrayDeque<>();
      if (moment.current() != null) {
        opened.add(Segment.current(moment.current(), name, moment.newestStamp()));
      }
      try {
        opening.complete(moment, opened);
        return opened;
      } catch (VanishedException e) {
        opened.forEach(Segment::close);
      } catch (IOException | RuntimeException e) {
        opened.forEach(Segment::close);
        throw e;
      }
    }
  }

  private Moment look() throws IOException {
    while (true) {
      SafeOpen.Opened current = openCurrent();
      Set<String> names = SafeOpen.namesBeside(root, file);
      // A listing that changes under the reader's hands may leave a name out.
      boolean settled = names.equals(SafeOpen.namesBeside(root, file));
      Object now = SafeOpen.inode(root, file);
      boolean same = current == null ? now == null : current.inode().equals(now);
      if (settled && same) {
        return new Moment(RotatedName.among(names, name), current);
      }
      if (current != null) {
        current.channel().close();
      }
    }
  }

  private SafeOpen.@Nullable Opened openCurrent() throws IOException {
    try {
      return SafeOpen.open(root, file);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Puts the file before the others; false when it is something that no log is. */
  private boolean openRotated(RotatedName rotated, Deque<Segment> opened) throws IOException {
    try {
      Path path = file.resolveSibling(rotated.name());
      opened.addFirst(Segment.rotated(SafeOpen.open(root, path), rotated));
      return true;
    } catch (NoSuchFileException e) {
      throw new VanishedException(e);
    } catch (SafeOpen.NotRegularException e) {
      log.atWarn().addKeyValue("file", rotated.name()).log("A rotated log is not a regular file");
      return false;
    }
  }

  /** A file was renamed or removed after it was listed. */
  private static final class VanishedException extends IOException {
    private static final long serialVersionUID = 1L;

    VanishedException(IOException cause) {
      super(cause);
    }
  }
}
