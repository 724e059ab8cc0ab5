package dev.jubelet.edge.spdy;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of a SPDY/3.1 connection. There is no flow control: the servers of container
 * runtimes neither open windows nor wait for ours, and close as soon as a command has ended. A
 * window update that comes later would make their kernel reset the connection, and the exit code on
 * its way would be lost.
 *
 * <p>Thread: frames are read on {@code spdy-reader}, which ends with the transport, and sent from
 * any. Owns: the streams and the transport.
 */
public final class SpdyConnection implements AutoCloseable {
  private final DataInputStream in;
  private final OutputStream out;
  private final AutoCloseable transport;
  private final HeaderCodec codec = new HeaderCodec();
  private final Map<Integer, SpdyStream> streams = new ConcurrentHashMap<>();
  private final Object sending = new Object();

  @GuardedBy("sending")
  private int nextId = 1;

  @GuardedBy("sending")
  private boolean over;

  private volatile @Nullable IOException failure;

  public SpdyConnection(InputStream in, OutputStream out, AutoCloseable transport) {
    this.in = new DataInputStream(in);
    this.out = out;
    this.transport = transport;
    Thread.ofVirtual().name("spdy-reader").start(this::readFrames);
  }

  /** Opens a stream and waits until the peer has taken it. */
  public SpdyStream open(Map<String, String> headers, OutputStream sink)
      throws IOException, InterruptedException {
    SpdyStream stream;
    synchronized (sending) {
      if (over) {
        throw new IOException("the runtime ended the connection before all streams were open");
      }
      int id = nextId;
      nextId += 2;
      stream = new SpdyStream(id, this, sink);
      streams.put(id, stream);
      byte[] block = codec.encode(headers);
      ByteBuffer payload = ByteBuffer.allocate(10 + block.length);
      payload.putInt(id).putInt(0).putShort((short) 0).put(block);
      Frame.control(Frame.SYN_STREAM, 0, payload).write(out);
    }
    stream.awaitReply();
    throwIfBroken();
    return stream;
  }

  void send(Frame frame) throws IOException {
    synchronized (sending) {
      frame.write(out);
    }
  }

  /** Why the connection broke off, if it did. */
  public void throwIfBroken() throws IOException {
    IOException known = failure;
    if (known != null) {
      throw new IOException("the runtime's stream broke off: " + known.getMessage(), known);
    }
  }

  private void readFrames() {
    try {
      while (true) {
        handle(Frame.read(in));
      }
    } catch (EOFException e) {
      // The peer closes when all streams are done; whoever still waits sees its stream ended.
    } catch (IOException e) {
      failure = e;
    } finally {
      end();
    }
  }

  private void end() {
    synchronized (sending) {
      over = true;
      codec.close();
    }
    streams.values().forEach(SpdyStream::markLost);
  }

  private void handle(Frame frame) throws IOException {
    switch (frame.type()) {
      case Frame.DATA -> handleData(frame);
      case Frame.SYN_REPLY -> {
        SpdyStream stream = streams.get(frame.payload().getInt());
        readHeaders(frame.payload());
        if (stream != null) {
          stream.markReplied();
          endIfLast(frame, stream);
        }
      }
      case Frame.RST_STREAM -> end(streams.get(frame.payload().getInt()));
      case Frame.HEADERS -> {
        SpdyStream stream = streams.get(frame.payload().getInt());
        readHeaders(frame.payload());
        endIfLast(frame, stream);
      }
      case Frame.PING -> send(Frame.control(Frame.PING, 0, copy(frame.payload())));
      case Frame.GOAWAY -> {} // Open streams go on; no further ones are opened.
      default -> {} // Settings and windows do not bind this side.
    }
  }

  /** Every block must pass the decoder, since each depends on those before. */
  private void readHeaders(ByteBuffer payload) throws IOException {
    byte[] block = new byte[payload.remaining()];
    payload.get(block);
    codec.decode(block);
  }

  private void handleData(Frame frame) throws IOException {
    SpdyStream stream = streams.get(frame.streamId());
    if (stream != null && frame.payload().hasRemaining()) {
      stream.received(frame.payload());
    }
    endIfLast(frame, stream);
  }

  private static ByteBuffer copy(ByteBuffer payload) {
    return ByteBuffer.allocate(payload.remaining()).put(payload);
  }

  private static void endIfLast(Frame frame, @Nullable SpdyStream stream) {
    if (frame.isLast()) {
      end(stream);
    }
  }

  private static void end(@Nullable SpdyStream stream) {
    if (stream != null) {
      stream.markEnded();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      transport.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
