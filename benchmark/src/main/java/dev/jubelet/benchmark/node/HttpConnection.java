package dev.jubelet.benchmark.node;

import java.io.BufferedInputStream;
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
 * on both sides. Knows only answers that name their length, which is what the agent sends.
 *
 * <p>Thread: one. Owns: the connection.
 */
public final class HttpConnection implements AutoCloseable {
  private static final String LENGTH = "content-length:";

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
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the answer to " + path + " ended early");
    }
    return new Answer(Integer.parseInt(status[1]), new String(body, StandardCharsets.UTF_8));
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
