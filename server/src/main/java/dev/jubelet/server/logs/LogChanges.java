package dev.jubelet.server.logs;

import java.io.IOException;
import java.nio.file.Path;

/** Tells followers that something in a directory changed. */
@FunctionalInterface
interface LogChanges {

  /** Runs the callback, on any thread, after each change in the directory, until closed. */
  Watch watch(Path directory, Runnable changed) throws IOException;

  /** A watch that is on. */
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }
}
