package dev.jubelet.cli.spdy;

import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.HeadWriter;
import dev.jubelet.base.http.ResponseHead;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.edge.spdy.SpdyConnection;
import dev.jubelet.edge.spdy.SpdyStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A command that runs in a container, with its streams.
 *
 * <p>Thread: the caller's waits for the end; the input is pumped on a thread of its own.
 */
public final class ExecSession {
  private static final String PROTOCOL = "v4.channel.k8s.io";

  /**
   * What the command is joined to.
   *
   * @param stdin null when the command gets none
   * @param tty whether stderr is part of stdout and sizes are sent
   */
  public record Streams(
      @Nullable InputStream stdin, OutputStream stdout, OutputStream stderr, boolean tty) {}

  /** Tells a terminal's size. */
  public record Size(int columns, int rows) {}

  private final URI url;
  private final Streams streams;

  public ExecSession(URI url, Streams streams) {
    this.url = url;
    this.streams = streams;
  }

  /**
   * Runs to the end and returns the command's exit code.
   *
   * @param sizes is given the function that sends a new size, before the input is read
   */
  public int run(Consumer<Consumer<Size>> sizes) throws IOException, InterruptedException {
    try (SpdyConnection connection = dial()) {
      ByteArrayOutputStream error = new ByteArrayOutputStream();
      SpdyStream errorStream = open(connection, "error", error);
      // Now, since a short command may be over as soon as the last stream is open.
      errorStream.sendEnd();
      SpdyStream stdin = streams.stdin() == null ? null : open(connection, "stdin", error);
      SpdyStream stdout = open(connection, "stdout", streams.stdout());
      SpdyStream stderr = streams.tty() ? null : open(connection, "stderr", streams.stderr());
      if (streams.tty()) {
        SpdyStream resize = open(connection, "resize", OutputStream.nullOutputStream());
        sizes.accept(size -> sendSize(resize, size));
      }
      if (stdin != null && streams.stdin() != null) {
        InputStream from = streams.stdin();
        Thread.ofVirtual().name("stdin").start(() -> pump(from, stdin));
      }
      stdout.awaitEnd();
      if (stderr != null) {
        stderr.awaitEnd();
      }
      errorStream.awaitEnd();
      if (!errorStream.isComplete()) {
        connection.throwIfBroken();
        throw new IOException("the runtime ended the stream without the command's exit code");
      }
      return exitCode(error.toString(StandardCharsets.UTF_8));
    }
  }

  private static SpdyStream open(SpdyConnection connection, String type, OutputStream sink)
      throws IOException, InterruptedException {
    return connection.open(Map.of("streamType", type), sink);
  }

  private SpdyConnection dial() throws IOException {
    if (!"http".equals(url.getScheme())) {
      throw new IOException("the runtime's stream is not plain HTTP: " + url.getScheme());
    }
    Socket socket = new Socket(url.getHost(), url.getPort());
    socket.setTcpNoDelay(true);
    String target = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    socket
        .getOutputStream()
        .write(
            HeadWriter.request("POST", target)
                .field("Host", url.getAuthority())
                .field("Content-Length", "0")
                .field("Connection", "Upgrade")
                .field("Upgrade", "SPDY/3.1")
                .field("X-Stream-Protocol-Version", PROTOCOL)
                .bytes());
    InputStream in = new BufferedInputStream(socket.getInputStream());
    ResponseHead head = HeadReader.response(in, AgentClient.LIMITS);
    if (!head.switchesProtocols()) {
      socket.close();
      throw new IOException("the runtime refused the stream with status " + head.status());
    }
    return new SpdyConnection(in, socket.getOutputStream(), socket);
  }

  private static void pump(InputStream from, SpdyStream to) {
    byte[] buffer = new byte[16 * 1024];
    try {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        to.send(buffer, read);
      }
      to.sendEnd();
    } catch (IOException e) {
      // The command has ended and the connection with it; its exit code tells the rest.
    }
  }

  private static void sendSize(SpdyStream resize, Size size) {
    String json = "{\"Width\":%d,\"Height\":%d}\n".formatted(size.columns(), size.rows());
    byte[] bytes = json.getBytes(StandardCharsets.US_ASCII);
    try {
      resize.send(bytes, bytes.length);
    } catch (IOException e) {
      // As above: a size for a command that has ended.
    }
  }

  /** Reads the final status: nothing or success is 0, a failed command has its code inside. */
  static int exitCode(String status) {
    if (status.isBlank()) {
      return 0;
    }
    Json json = Json.parse(status);
    if (json.at("status").text().equals("Success")) {
      return 0;
    }
    if (json.at("reason").text().equals("NonZeroExitCode")) {
      for (Json cause : json.at("details", "causes").items()) {
        if (cause.at("reason").text().equals("ExitCode")) {
          return Integer.parseInt(cause.at("message").text("1"));
        }
      }
    }
    throw new CliException(CliException.Kind.FAILED, json.at("message").text(status));
  }
}
