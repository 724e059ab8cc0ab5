package dev.jubelet.pod.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * What tells one state of a file from another without reading it; symlinks are followed.
 *
 * @param kind the file type in the words of a person; {@link #REGULAR} is the one that can be read
 */
record FileStamp(String kind, long size, Object inode, Object modified, Object changed) {
  static final String REGULAR = "file";

  private static final int TYPE_BITS = 0170000;

  static FileStamp of(Path path) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(path, "unix:mode,size,ino,lastModifiedTime,ctime");
    return new FileStamp(
        kind((int) attribute(attributes, "mode")),
        (long) attribute(attributes, "size"),
        attribute(attributes, "ino"),
        attribute(attributes, "lastModifiedTime"),
        attribute(attributes, "ctime"));
  }

  private static Object attribute(Map<String, Object> attributes, String name) {
    return Objects.requireNonNull(attributes.get(name), name);
  }

  private static String kind(int mode) {
    return switch (mode & TYPE_BITS) {
      case 0100000 -> REGULAR;
      case 0040000 -> "directory";
      case 0010000 -> "FIFO";
      case 0140000 -> "socket";
      default -> "device";
    };
  }

  /**
   * Whether both are of one file that may have been moved but not written. The inode alone does not
   * tell: that of a deleted file is given to the next one.
   */
  boolean isSameFile(FileStamp other) {
    return inode.equals(other.inode) && modified.equals(other.modified) && size == other.size;
  }

  boolean isRegular() {
    return kind.equals(REGULAR);
  }
}
