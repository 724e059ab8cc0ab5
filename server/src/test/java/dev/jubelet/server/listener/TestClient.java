package dev.jubelet.server.listener;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client that sends bytes as a test wants them and reads answers as they come. */
public record TestClient(AutoCloseable connection, InputStream in, OutputStream out)
    implements AutoCloseable {

  public static TestClient to(int port) throws IOException {
    return of(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  public static TestClient to(int port, SSLContext context, String protocol) throws IOException {
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setEnabledProtocols(new String[] {protocol});
    return of(socket);
  }

  public static TestClient to(Path path) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(path));
    return new TestClient(
        channel, Channels.newInputStream(channel), Channels.newOutputStream(channel));
  }

  private static TestClient of(Socket socket) throws IOException {
    return new TestClient(socket, socket.getInputStream(), socket.getOutputStream());
  }

  public TestClient send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    return this;
  }

  public TestClient get(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: node\r\n\r\n");
  }

  /** The next head, or less when the connection ends before. */
  public String head() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return head.toString();
      }
      head.append((char) b);
    }
    return head.toString();
  }

  public String text(int length) throws IOException {
    return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
  }

  /** Everything until the connection ends. */
  public String all() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /**
   * Whether the server ends the connection without another byte. The kernel says so in two ways,
   * depending on whether the server had read all.
   */
  public boolean isCut() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  /** Says that no more will come; what the server sends can still be read. */
  public void endOutput() throws IOException {
    ((Socket) connection).shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    in.close();
    try {
      connection.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
