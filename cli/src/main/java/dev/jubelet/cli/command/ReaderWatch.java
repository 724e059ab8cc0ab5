package dev.jubelet.cli.command;

import dev.jubelet.cli.fault.CliException;

/**
 * Ends a command that waits for more to print when nobody reads what it prints.
 *
 * <p>Thread: waits on one of its own, which ends with the process. Owns: whether the readers have
 * gone.
 */
final class ReaderWatch {
  private final Runnable awaitNone;
  private volatile boolean gone;

  /**
   * @param awaitNone returns when nobody reads any more
   */
  ReaderWatch(Runnable awaitNone) {
    this.awaitNone = awaitNone;
  }

  /** Something that takes as long as there is more to print. */
  interface Printing {
    boolean print() throws InterruptedException;
  }

  boolean during(Printing printing) throws InterruptedException {
    Thread printer = Thread.currentThread();
    Thread.ofPlatform()
        .daemon()
        .name("output-readers")
        .start(
            () -> {
              awaitNone.run();
              gone = true;
              printer.interrupt();
            });
    try {
      return printing.print();
    } catch (CliException | InterruptedException e) {
      if (gone) {
        throw new CliException(CliException.Kind.NO_READER, "nobody reads the output", e);
      }
      throw e;
    }
  }
}
