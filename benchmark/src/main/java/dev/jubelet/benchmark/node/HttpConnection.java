package dev.jubelet.benchmark.node;

import dev.jubelet.base.http.BodyInput;
import dev.jubelet.base.http.HeadLimits;
import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.HeadWriter;
import dev.jubelet.base.http.ResponseHead;
import java.io.BufferedInputStream;
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

/**
 * One connection that stays open, to a port or a unix socket: asks with as little work as possible
 * on both sides.
 *
 * <p>Thread: one. Owns: the connection.
 */
public final class HttpConnection implements AutoCloseable {
  private static final HeadLimits LIMITS = HeadLimits.of(64 << 10, 256);

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
    ByteBuffer bytes =
        ByteBuffer.wrap(HeadWriter.request("GET", path).field("Host", "localhost").bytes());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    ResponseHead head = HeadReader.response(in, LIMITS);
    byte[] body = BodyInput.of(head, in).readAllBytes();
    return new Answer(head.status(), new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
