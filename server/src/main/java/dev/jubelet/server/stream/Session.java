package dev.jubelet.server.stream;

/** Something between a client and the runtime that lasts. */
interface Session extends AutoCloseable {

  /** Lasts until the session has ended. */
  void run();

  /** Ends the session at once, also under its threads; never blocks. */
  @Override
  void close();
}
