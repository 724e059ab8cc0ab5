package dev.jubelet.edge.spdy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;

/**
 * One stream of a connection: what comes goes to its sink, what is sent may end before what comes.
 *
 * <p>Thread: {@link #received} and the marks on the connection's reader, the rest from any.
 */
public final class SpdyStream {
  private static final int LARGEST_FRAME = 32 * 1024;

  private final int id;
  private final SpdyConnection connection;
  private final OutputStream sink;
  private final CountDownLatch replied = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean complete;

  SpdyStream(int id, SpdyConnection connection, OutputStream sink) {
    this.id = id;
    this.connection = connection;
    this.sink = sink;
  }

  public void send(byte[] bytes, int length) throws IOException {
    send(bytes, 0, length);
  }

  public void send(byte[] bytes, int offset, int length) throws IOException {
    for (int at = offset; at < offset + length; at += LARGEST_FRAME) {
      int part = Math.min(LARGEST_FRAME, offset + length - at);
      connection.send(Frame.data(id, false, ByteBuffer.wrap(bytes, at, part)));
    }
  }

  /** Says that nothing more will be sent; the other direction stays open. */
  public void sendEnd() throws IOException {
    connection.send(Frame.data(id, true, ByteBuffer.allocate(0)));
  }

  void received(ByteBuffer bytes) throws IOException {
    sink.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    sink.flush();
  }

  void markReplied() {
    replied.countDown();
  }

  void markEnded() {
    complete = true;
    markLost();
  }

  /** The connection is gone; a stream that had not ended by then is incomplete. */
  void markLost() {
    replied.countDown();
    ended.countDown();
  }

  /** Whether the peer sent everything, as told by the peer. */
  public boolean isComplete() {
    return complete;
  }

  void awaitReply() throws InterruptedException {
    replied.await();
  }

  /** Waits until the peer has sent everything, or the connection is gone. */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }
}
