package dev.jubelet.benchmark.node;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Follows a log through the agent's socket, and counts a byte that each line has once.
 *
 * <p>Thread: one. Owns: the connection.
 */
public final class LogFollower implements AutoCloseable {
  private final SocketChannel channel;
  private final ByteBuffer block = ByteBuffer.allocate(64 << 10);
  private final byte mark;
  private long lines;

  public LogFollower(Path socket, String target, char mark) {
    this.mark = (byte) mark;
    try {
      channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(UnixDomainSocketAddress.of(socket));
      String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new BenchException("the log cannot be followed: " + target, e);
    }
  }

  /** Reads on until so many lines have come in all. */
  public void await(long count) {
    try {
      while (lines < count) {
        if (channel.read(block.clear()) < 0) {
          throw new EOFException("the log ended after " + lines + " lines");
        }
        for (int i = 0; i < block.position(); i++) {
          lines += block.get(i) == mark ? 1 : 0;
        }
      }
    } catch (IOException e) {
      throw new BenchException("the log was not followed to its end", e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new BenchException("a connection cannot be closed", e);
    }
  }
}
