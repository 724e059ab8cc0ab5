package dev.jubelet.probe.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A TCP connection whose every read ends at one deadline, however slowly the peer trickles; TLS on
 * top of it is bound by it too. An interrupt of a virtual thread ends it as well.
 *
 * <p>Thread: one at a time.
 */
public final class DeadlineSocket extends Socket {
  private static final byte[] HTTP = "HTTP/".getBytes(StandardCharsets.US_ASCII);
  private static final int CLOSE_SECONDS = 1;

  private final Deadline deadline;
  private final byte[] first = new byte[HTTP.length];
  private int seen;

  private DeadlineSocket(Deadline deadline) {
    this.deadline = deadline;
  }

  /** Connects; the caller closes. */
  public static DeadlineSocket open(String host, int port, Deadline deadline) throws IOException {
    DeadlineSocket socket = new DeadlineSocket(deadline);
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, port), deadline.millisLeft());
      socket.setSoLinger(true, 0);
      return socket;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Says that all went well: closing then tells the peer in the ordinary way, waiting for it at
   * most a second. Without this, closing drops the connection on the spot.
   */
  public void finish() throws SocketException {
    setSoLinger(true, CLOSE_SECONDS);
  }

  /** Whether the peer's first bytes are those of an answer in plain HTTP. */
  boolean sawPlainHttp() {
    return seen == HTTP.length && Arrays.equals(first, HTTP);
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new Reading(super.getInputStream());
  }

  private final class Reading extends FilterInputStream {
    Reading(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      setSoTimeout(deadline.millisLeft());
      int count = super.read(bytes, from, length);
      for (int i = 0; i < count && seen < first.length; i++) {
        first[seen++] = bytes[from + i];
      }
      return count;
    }
  }
}
