package dev.jubelet.it.stream;

import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.edge.spdy.SpdyConnection;
import dev.jubelet.edge.spdy.SpdyStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.net.ssl.SSLSocket;

/**
 * A session over SPDY as kubectl opens it: the error stream first, then those that the query names.
 *
 * <p>Thread: the test's. Owns: the connection.
 */
final class SpdyClient implements AutoCloseable {
  private final SpdyConnection connection;
  private final ByteArrayOutputStream status = new ByteArrayOutputStream();

  private SpdyClient(SpdyConnection connection) {
    this.connection = connection;
  }

  /** Asks for an upgrade; an {@link IOException} has the answer when there is none. */
  static SpdyClient open(int port, String target, String protocol) throws IOException {
    SSLSocket socket = dial(port);
    String request =
        ("POST %s HTTP/1.1\r\nHost: node\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
                + "X-Stream-Protocol-Version: %s\r\nContent-Length: 0\r\n\r\n")
            .formatted(target, protocol);
    InputStream in = upgraded(socket, request);
    return new SpdyClient(new SpdyConnection(in, socket.getOutputStream(), socket));
  }

  /** The same inside a WebSocket, as kubectl forwards ports now. */
  static SpdyClient openInWebSocket(int port, String target, String protocol) throws IOException {
    SSLSocket socket = dial(port);
    String request =
        ("GET %s HTTP/1.1\r\nHost: node\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "Sec-WebSocket-Protocol: SPDY/3.1+%s\r\n\r\n")
            .formatted(target, protocol);
    InputStream in = upgraded(socket, request);
    return new SpdyClient(
        new SpdyConnection(
            SpdyOverWebSocket.input(in),
            SpdyOverWebSocket.output(socket.getOutputStream()),
            socket));
  }

  private static SSLSocket dial(int port) throws IOException {
    SSLSocket socket =
        (SSLSocket) AnyServer.context().getSocketFactory().createSocket("127.0.0.1", port);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private static InputStream upgraded(SSLSocket socket, String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    InputStream in = new BufferedInputStream(socket.getInputStream());
    String head = head(in);
    if (!head.startsWith("HTTP/1.1 101 ")) {
      String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      socket.close();
      throw new IOException(head + body);
    }
    return in;
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (int b = in.read(); b >= 0; b = in.read()) {
      head.append((char) b);
      if (head.toString().endsWith("\r\n\r\n")) {
        break;
      }
    }
    return head.toString();
  }

  SpdyStream stream(String type, OutputStream sink) throws Exception {
    return connection.open(Map.of("streamType", type), sink);
  }

  /** Opens the stream on which the status comes; to be awaited when all others are open. */
  SpdyStream errors() throws Exception {
    SpdyStream stream = stream("error", status);
    stream.sendEnd();
    return stream;
  }

  SpdyStream forwarded(String type, int port, OutputStream sink) throws Exception {
    return connection.open(
        Map.of("streamType", type, "port", Integer.toString(port), "requestID", "0"), sink);
  }

  String status() {
    return status.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
