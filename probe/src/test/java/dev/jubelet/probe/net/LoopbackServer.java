package dev.jubelet.probe.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;

/**
 * A server of raw bytes on loopback: reads the head of each request, keeps it, and lets the test
 * answer.
 *
 * <p>Thread: a virtual one for each connection. Owns: its sockets.
 */
public final class LoopbackServer implements AutoCloseable {
  /** Answers one request; the connection is closed afterwards. */
  @FunctionalInterface
  public interface Answer {
    void give(String head, Socket socket) throws IOException, InterruptedException;
  }

  private final ServerSocket listener;
  private final Answer answer;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private LoopbackServer(ServerSocket listener, Answer answer) {
    this.listener = listener;
    this.answer = answer;
    Thread.ofVirtual().start(this::accept);
  }

  public static LoopbackServer plain(Answer answer) throws IOException {
    return new LoopbackServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
  }

  public static LoopbackServer tls(Answer answer) throws IOException {
    SSLContext context = SelfSigned.context();
    return new LoopbackServer(
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
        answer);
  }

  /** Always the same answer. */
  public static Answer always(String text) {
    return (head, socket) -> write(socket, text);
  }

  public static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** The heads of all requests so far. */
  public List<String> heads() {
    return List.copyOf(heads);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The listener was closed: the test is over.
      open.forEach(LoopbackServer::drop);
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      String head = head(socket.getInputStream());
      heads.add(head);
      answer.give(head, socket);
    } catch (IOException e) {
      // The client went away, which some tests make it do.
      drop(socket);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      head.write(b);
      if (head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        break;
      }
      if (head.size() > 5 && head.toByteArray()[0] == 0x16) {
        break;
      }
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  private static void drop(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
