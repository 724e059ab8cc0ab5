package dev.jubelet.server.logs;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One file of a log, held open so that it stays the same one whatever it is called.
 *
 * <p>Thread: one. Owns: the open file.
 */
final class Segment implements Closeable {
  // The kernel's time of a change may lag behind the time in the line.
  private static final Duration CLOCK_GRAIN = Duration.ofSeconds(1);
  private static final int ALIKE = 512;
  private static final int BLOCK = 8 * 1024;
  private static final int LONGEST_PIECE = 1024 * 1024;

  private final SafeOpen.Opened opened;
  private final boolean compressed;
  private final String name;
  private String newerThan;
  private @Nullable String stamp;
  private long skipped;

  private Segment(SafeOpen.Opened opened, String name, boolean compressed, String newerThan) {
    this.opened = opened;
    this.name = name;
    this.compressed = compressed;
    this.newerThan = newerThan;
  }

  /**
   * The file that is written now.
   *
   * @param newerThan the stamp of the newest rotated file, empty when there is none
   */
  static Segment current(SafeOpen.Opened opened, String name, String newerThan) {
    return new Segment(opened, name, false, newerThan);
  }

  static Segment rotated(SafeOpen.Opened opened, RotatedName name) {
    Segment segment = new Segment(opened, name.name(), name.compressed(), name.stamp());
    segment.stamp = name.stamp();
    return segment;
  }

  /** When it was rotated away; null as long as that is not known. */
  @Nullable String stamp() {
    return stamp;
  }

  /** All files before it have a stamp up to this one. */
  String newerThan() {
    return newerThan;
  }

  /** It was found under the name of a rotated file. */
  void renamed(String when) {
    stamp = when;
    newerThan = when;
  }

  boolean isFile(@Nullable Object inode) {
    return opened.inode().equals(inode);
  }

  boolean isSameFile(Segment other) {
    return isFile(other.opened.inode());
  }

  /**
   * Whether both are the same part of the log. Compressed it is another file, but begins alike:
   * every line begins with its time.
   */
  boolean isSame(Segment other) throws IOException {
    return isSameFile(other) || beginning().equals(other.beginning());
  }

  private ByteBuffer beginning() throws IOException {
    SeekableByteChannel channel = opened.channel();
    long position = channel.position();
    try {
      ReadableByteChannel from = compressed ? new Unzipped(channel, name) : channel.position(0);
      ByteBuffer bytes = ByteBuffer.allocate(ALIKE);
      int count = 0;
      while (bytes.hasRemaining() && count >= 0) {
        count = from.read(bytes);
      }
      return bytes.flip();
    } finally {
      channel.position(position);
    }
  }

  boolean hasContent() throws IOException {
    return compressed || opened.channel().size() > 0;
  }

  /** Whether all of its lines are older. */
  boolean isBefore(@Nullable Instant time) {
    return time != null
        && opened.attributes().lastModifiedTime().toInstant().plus(CLOCK_GRAIN).isBefore(time);
  }

  /** Leaves only its last lines to be read, and returns how many they are. */
  long keepLast(long lines) throws IOException {
    if (!compressed) {
      return Tail.seek(opened.channel(), lines);
    }
    long all = countLines();
    skipped = Math.max(0, all - lines);
    return all - skipped;
  }

  private long countLines() throws IOException {
    ReadableByteChannel content = new Unzipped(opened.channel(), name);
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    long lines = 0;
    while (content.read(block.clear()) > 0) {
      for (int i = 0; i < block.position(); i++) {
        if (block.get(i) == '\n') {
          lines++;
        }
      }
    }
    return lines;
  }

  /** A reader of the lines that are wanted. */
  LogLineReader lines() throws IOException {
    LogLineReader reader =
        new LogLineReader(
            compressed ? new Unzipped(opened.channel(), name) : opened.channel(), LONGEST_PIECE);
    long left = skipped;
    while (left > 0 && reader.next()) {
      left -= reader.ends() ? 1 : 0;
    }
    return reader;
  }

  /** Somebody emptied the file instead of rotating it: it is read from its beginning. */
  boolean rewindIfEmptied() throws IOException {
    SeekableByteChannel channel = opened.channel();
    boolean emptied = !compressed && channel.size() < channel.position();
    if (emptied) {
      channel.position(0);
    }
    return emptied;
  }

  @Override
  public void close() {
    try {
      opened.channel().close();
    } catch (IOException e) {
      throw new UncheckedIOException("the log file " + name + " cannot be closed", e);
    }
  }
}
