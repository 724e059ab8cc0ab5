package dev.jubelet.benchmark.node;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One connection that stays open, to a port or a unix socket: asks with as little work as possible
 * on both sides. Knows answers that name their length and those in chunks.
 *
 * <p>Thread: one. Owns: the connection.
 */
public final class HttpConnection implements AutoCloseable {
  private static final String LENGTH = "content-length:";
  private static final String CHUNKED = "transfer-encoding: chunked";

  private final SocketChannel channel;
  private final InputStream in;

  /** What was answered. */
  public record Answer(int status, String body) {}

  private HttpConnection(SocketChannel channel) {
    this.channel = channel;
    this.in = new BufferedInputStream(Channels.newInputStream(channel), 64 << 10);
  }

  public static HttpConnection toPort(int port) throws IOException {
    return new HttpConnection(
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
  }

  public static HttpConnection toSocket(Path socket) throws IOException {
    return new HttpConnection(unix(UnixDomainSocketAddress.of(socket)));
  }

  private static SocketChannel unix(SocketAddress address) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(address);
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  public Answer get(String path) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    String[] status = line().split(" ", 3);
    int length = 0;
    boolean chunked = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
      chunked |= header.equalsIgnoreCase(CHUNKED);
    }
    byte[] body = chunked ? chunks() : exactly(length);
    return new Answer(Integer.parseInt(status[1]), new String(body, StandardCharsets.UTF_8));
  }

  /** Each is its length in a line, its bytes and an empty line; the last has none. */
  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int length = Integer.parseInt(line(), 16);
    while (length > 0) {
      body.writeBytes(exactly(length));
      readEnd();
      length = Integer.parseInt(line(), 16);
    }
    readEnd();
    return body.toByteArray();
  }

  private void readEnd() throws IOException {
    String end = line();
    if (!end.isEmpty()) {
      throw new IOException("a chunk is longer than it says: " + end);
    }
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("an answer ended early");
    }
    return bytes;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the agent closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
