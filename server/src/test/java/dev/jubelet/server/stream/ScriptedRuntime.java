package dev.jubelet.server.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A runtime's streaming server that says what a test lets it say. */
public final class ScriptedRuntime implements AutoCloseable {
  public static final String SWITCHED =
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
          + "X-Stream-Protocol-Version: v4.channel.k8s.io\r\nDate: then\r\n\r\n";

  private final ServerSocket listener;

  public ScriptedRuntime() throws IOException {
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/exec/token?a=%20b");
  }

  public String authority() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  public Session accept() throws IOException {
    return new Session(listener.accept());
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  /** One connection of the agent. */
  public record Session(Socket socket) implements AutoCloseable {

    /** The head of the agent's request. */
    public String head() throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int b = in().read();
        if (b < 0) {
          return head.toString();
        }
        head.append((char) b);
      }
      return head.toString();
    }

    public Session say(String text) throws IOException {
      out().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return this;
    }

    public String text(int length) throws IOException {
      return new String(in().readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    public boolean isEnded() throws IOException {
      return in().read() < 0;
    }

    public InputStream in() throws IOException {
      return socket.getInputStream();
    }

    public OutputStream out() throws IOException {
      return socket.getOutputStream();
    }

    /** Ends as a process that has said everything. */
    public void hangUp() throws IOException {
      socket.close();
    }

    /** Ends as a process that dies with bytes unread. */
    public void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
