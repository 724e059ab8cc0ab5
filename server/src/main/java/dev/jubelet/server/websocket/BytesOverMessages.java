package dev.jubelet.server.websocket;

import dev.jubelet.server.http.RawConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A WebSocket that carries a plain stream of bytes; where messages begin and end means nothing.
 *
 * <p>Thread: any; one reader and one writer at a time. Owns: the connection.
 */
public final class BytesOverMessages implements RawConnection {
  private final RawConnection socket;
  private final InputStream input;
  private final OutputStream output;

  public BytesOverMessages(RawConnection socket) {
    this.socket = socket;
    MessageWriter writer = new MessageWriter(socket.output());
    this.input = new Pieces(new MessageReader(socket.input(), writer));
    this.output = new Messages(writer, socket.output());
  }

  @Override
  public InputStream input() {
    return input;
  }

  @Override
  public OutputStream output() {
    return output;
  }

  @Override
  public void close() {
    socket.close();
  }

  private static final class Pieces extends InputStream {
    private final MessageReader reader;
    private int used;
    private boolean ended;

    Pieces(MessageReader reader) {
      this.reader = reader;
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      while (!ended && used == reader.length()) {
        ended = !reader.next();
        used = 0;
      }
      if (ended) {
        return -1;
      }
      int part = Math.min(count, reader.length() - used);
      System.arraycopy(reader.piece(), used, bytes, offset, part);
      used += part;
      return part;
    }
  }

  private static final class Messages extends OutputStream {
    private final MessageWriter writer;
    private final OutputStream raw;

    Messages(MessageWriter writer, OutputStream raw) {
      this.writer = writer;
      this.raw = raw;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      writer.send(bytes, offset, count);
    }

    @Override
    public void close() throws IOException {
      writer.sayGoodbye(MessageWriter.NORMAL);
      raw.close();
    }
  }
}
