package dev.jubelet.pod.rotate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The directory of a container's log files. Each method is one step that a crash may come after.
 *
 * <p>Thread: one.
 */
interface LogDirectory extends AutoCloseable {
  Set<String> names() throws IOException;

  /** Without effect when the file is not there. */
  void delete(String name) throws IOException;

  /**
   * Writes a compressed copy with the mode and time of the original. It is on the disk when this
   * returns; a failure leaves no part of it, a crash may.
   */
  void compress(String name, String copy) throws IOException;

  /** Gives a file another name, which must be free. */
  void rename(String name, String to) throws IOException;

  @Override
  void close() throws IOException;

  /** Opens directories. */
  @FunctionalInterface
  interface Opener {
    LogDirectory open(Path directory) throws IOException;
  }
}
