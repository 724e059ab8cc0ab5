package dev.jubelet.testing.stream;

import dev.jubelet.edge.spdy.Frame;
import dev.jubelet.edge.spdy.HeaderCodec;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The server's side of an exec: copies stdin to stdout until its end, writes one line to stderr,
 * then the status, and ends all streams. Without stdin it does so at once.
 */
public final class SpdyExecServer implements AutoCloseable {
  /** A status that means: close without one. */
  public static final String HANG_UP = "hang up";

  private final ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  private final HeaderCodec codec = new HeaderCodec();
  private final Map<String, Integer> ids = new HashMap<>();
  private final ByteArrayOutputStream resizes = new ByteArrayOutputStream();
  private final int expectedStreams;
  private final String status;
  public final List<String> request = new CopyOnWriteArrayList<>();

  /** What came after the command's end but answers to pings; a real server has closed by then. */
  public final List<Frame> afterEnd = new CopyOnWriteArrayList<>();

  public volatile boolean ponged;

  public SpdyExecServer(int expectedStreams, String status) throws IOException {
    this.expectedStreams = expectedStreams;
    this.status = status;
    Thread.ofVirtual().start(this::serve);
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/exec/token?a=b");
  }

  public String resized() {
    return resizes.toString(StandardCharsets.UTF_8);
  }

  private void serve() {
    try (Socket socket = listener.accept()) {
      InputStream raw = socket.getInputStream();
      for (String line = line(raw); !line.isEmpty(); line = line(raw)) {
        request.add(line);
      }
      OutputStream out = socket.getOutputStream();
      out.write(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: SPDY/3.1\r\nConnection: Upgrade\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      DataInputStream in = new DataInputStream(raw);
      boolean running = true;
      while (running) {
        running = handle(Frame.read(in), out);
      }
      while (!status.equals(HANG_UP)) {
        Frame late = Frame.read(in);
        if (late.type() != Frame.PING) {
          afterEnd.add(late);
        }
      }
    } catch (EOFException e) {
      // The client has read everything and gone.
    } catch (IOException e) {
      request.add(e.toString());
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      line.append((char) b);
    }
    return line.toString().strip();
  }

  /** Handles a frame; false when the command has ended. */
  private boolean handle(Frame frame, OutputStream out) throws IOException {
    count(frame);
    if (frame.type() == Frame.SYN_STREAM) {
      accept(frame, out);
      return ids.size() < expectedStreams || ids.containsKey("stdin") || !end(out);
    }
    if (frame.type() != Frame.DATA) {
      return true;
    }
    if (Integer.valueOf(frame.streamId()).equals(ids.get("resize"))) {
      resizes.write(frame.payload().array());
    }
    if (Integer.valueOf(frame.streamId()).equals(ids.get("stdin"))) {
      if (frame.payload().hasRemaining()) {
        Frame.data(ids.getOrDefault("stdout", 0), false, frame.payload()).write(out);
      }
      return !frame.isLast() || !end(out);
    }
    return true;
  }

  private void count(Frame frame) {
    if (frame.type() == Frame.PING) {
      ponged = true;
    }
  }

  private void accept(Frame frame, OutputStream out) throws IOException {
    ByteBuffer payload = frame.payload();
    int id = payload.getInt();
    payload.getInt();
    payload.getShort();
    byte[] block = new byte[payload.remaining()];
    payload.get(block);
    ids.put(codec.decode(block).getOrDefault("streamtype", "?"), id);
    byte[] reply = codec.encode(Map.of("x", "y" + id));
    Frame.control(Frame.SYN_REPLY, 0, ByteBuffer.allocate(4 + reply.length).putInt(id).put(reply))
        .write(out);
    Frame.control(Frame.PING, 0, ByteBuffer.allocate(4).putInt(2)).write(out);
  }

  private boolean end(OutputStream out) throws IOException {
    if (status.equals(HANG_UP)) {
      return true;
    }
    send(out, "stderr", "said on stderr\n");
    send(out, "error", status);
    for (String type : List.of("stdout", "stderr", "error")) {
      if (ids.containsKey(type)) {
        Frame.data(ids.getOrDefault(type, 0), true, ByteBuffer.allocate(0)).write(out);
      }
    }
    return true;
  }

  private void send(OutputStream out, String type, String text) throws IOException {
    if (ids.containsKey(type) && !text.isEmpty()) {
      Frame.data(
              ids.getOrDefault(type, 0),
              false,
              ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)))
          .write(out);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    codec.close();
  }
}
