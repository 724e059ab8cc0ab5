package dev.jubelet.server.http;

import java.io.Closeable;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A connection that has left HTTP: both sides send what they like, when they like. It belongs to
 * the handler until that returns, then it is closed.
 *
 * <p>Thread: any; one reader and one writer at a time.
 */
public interface RawConnection extends Closeable {

  /** What the client sends, from the first byte after its request on. */
  InputStream input();

  /** Goes to the client at once; closing it tells the client that no more will come. */
  OutputStream output();

  /** Ends both directions at once, also under a thread that reads or writes; never blocks. */
  @Override
  void close();
}
