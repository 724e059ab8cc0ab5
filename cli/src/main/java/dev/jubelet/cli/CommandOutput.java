package dev.jubelet.cli;

import dev.jubelet.cli.fault.CliException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The standard output, whose failures end the command instead of being swallowed: silently when
 * nobody reads any more, as an error when the place is full.
 *
 * <p>Thread: any. Owns: whether a write has failed.
 */
final class CommandOutput extends OutputStream {
  private static final int BUFFER = 16 * 1024;

  private final OutputStream to;
  private volatile boolean failed;

  CommandOutput(OutputStream to) {
    this.to = to;
  }

  static PrintStream standard() {
    return to(new FileOutputStream(FileDescriptor.out));
  }

  /** Passes each line on at once: somebody may be watching. */
  static PrintStream to(OutputStream out) {
    return new PrintStream(
        new BufferedOutputStream(new CommandOutput(out), BUFFER), true, StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (failed) {
      return; // That has been told; what was still to be written is lost anyway.
    }
    try {
      to.write(bytes, offset, length);
    } catch (IOException e) {
      failed = true;
      throw failure(e);
    }
  }

  /** The JDK tells the two apart by the system's words only. */
  private static CliException failure(IOException e) {
    return "Broken pipe".equals(e.getMessage())
        ? new CliException(CliException.Kind.NO_READER, "nobody reads the output", e)
        : new CliException(
            CliException.Kind.OUTPUT, "cannot write the output: " + e.getMessage(), e);
  }
}
