package dev.jubelet.benchmark.node;

import dev.jubelet.edge.spdy.SpdyConnection;
import dev.jubelet.edge.spdy.SpdyStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One command in a container over SPDY, as kubectl asks the agent for it and crictl the runtime.
 *
 * <p>Thread: the benchmark's.
 */
public final class BenchExecSession {
  private static final String PROTOCOL = "v4.channel.k8s.io";

  private BenchExecSession() {}

  /** Runs the command that the target names to its end; closes the socket. */
  public static void run(Socket socket, String target) {
    try (socket) {
      socket.setTcpNoDelay(true);
      String request =
          ("POST %s HTTP/1.1\r\nHost: node\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
                  + "X-Stream-Protocol-Version: %s\r\nContent-Length: 0\r\n\r\n")
              .formatted(target, PROTOCOL);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String head = head(in);
      if (!head.startsWith("HTTP/1.1 101 ")) {
        throw new BenchException("no stream for " + target + ": " + head);
      }
      converse(new SpdyConnection(in, socket.getOutputStream(), socket));
    } catch (IOException e) {
      throw new BenchException("a command was not run: " + target, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  private static void converse(SpdyConnection connection) throws IOException, InterruptedException {
    try (connection) {
      ByteArrayOutputStream status = new ByteArrayOutputStream();
      SpdyStream errors = connection.open(Map.of("streamType", "error"), status);
      errors.sendEnd();
      SpdyStream output =
          connection.open(Map.of("streamType", "stdout"), OutputStream.nullOutputStream());
      output.awaitEnd();
      errors.awaitEnd();
      String told = status.toString(StandardCharsets.UTF_8);
      if (!told.contains("Success")) {
        throw new BenchException("the command failed: " + told);
      }
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("closed after: " + head);
      }
      head.append((char) b);
    }
    return head.toString();
  }
}
