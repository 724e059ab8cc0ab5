package dev.jubelet.benchmark.node;

import dev.jubelet.base.tls.AnyServer;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Follows a log through the agent, and counts a byte that each line has once.
 *
 * <p>Thread: one. Owns: the connection.
 */
public final class LogFollower implements AutoCloseable {
  private final Closeable connection;
  private final InputStream in;
  private final byte[] block = new byte[64 << 10];
  private final byte mark;
  private long lines;

  private LogFollower(
      Closeable connection, InputStream in, OutputStream out, String target, char mark)
      throws IOException {
    this.connection = connection;
    this.in = in;
    this.mark = (byte) mark;
    String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    out.write(request.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Through the agent's own socket. */
  public static LogFollower overSocket(Path socket, String target, char mark) {
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(UnixDomainSocketAddress.of(socket));
      return new LogFollower(
          channel,
          Channels.newInputStream(channel),
          Channels.newOutputStream(channel),
          target,
          mark);
    } catch (IOException e) {
      throw unreachable(target, e);
    }
  }

  /** As kubectl does. */
  public static LogFollower overHttps(int port, String target, char mark) {
    try {
      Socket socket =
          AnyServer.context()
              .getSocketFactory()
              .createSocket(InetAddress.getLoopbackAddress(), port);
      return new LogFollower(
          socket, socket.getInputStream(), socket.getOutputStream(), target, mark);
    } catch (IOException e) {
      throw unreachable(target, e);
    }
  }

  private static BenchException unreachable(String target, IOException cause) {
    return new BenchException("the log cannot be followed: " + target, cause);
  }

  /** Reads on until so many lines have come in all. */
  public void await(long count) {
    try {
      while (lines < count) {
        int length = in.read(block);
        if (length < 0) {
          throw new EOFException("the log ended after " + lines + " lines");
        }
        for (int i = 0; i < length; i++) {
          lines += block[i] == mark ? 1 : 0;
        }
      }
    } catch (IOException e) {
      throw new BenchException("the log was not followed to its end", e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (IOException e) {
      throw new BenchException("a connection cannot be closed", e);
    }
  }
}
