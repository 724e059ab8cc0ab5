package dev.jubelet.benchmark.node;

import dev.jubelet.base.http.HeadLimits;
import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.HeadWriter;
import dev.jubelet.base.http.ResponseHead;
import dev.jubelet.edge.spdy.SpdyConnection;
import dev.jubelet.edge.spdy.SpdyStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
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
  private static final HeadLimits LIMITS = HeadLimits.of(64 << 10, 256);

  private BenchExecSession() {}

  /** Runs the command that the target names to its end; closes the socket. */
  public static void run(Socket socket, String target) {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket
          .getOutputStream()
          .write(
              HeadWriter.request("POST", target)
                  .field("Host", "node")
                  .field("Connection", "Upgrade")
                  .field("Upgrade", "SPDY/3.1")
                  .field("X-Stream-Protocol-Version", PROTOCOL)
                  .field("Content-Length", "0")
                  .bytes());
      InputStream in = new BufferedInputStream(socket.getInputStream());
      ResponseHead head = HeadReader.response(in, LIMITS);
      if (!head.switchesProtocols()) {
        throw new BenchException("no stream for " + target + ": status " + head.status());
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
}
