package dev.jubelet.server.stream;

import dev.jubelet.edge.spdy.SpdyConnection;
import dev.jubelet.edge.spdy.SpdyStream;
import dev.jubelet.server.websocket.MessageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SPDY streams of a command. What comes out goes to the client as it comes.
 *
 * <p>Thread: opened and awaited by the session's, written by its reader. Owns: the status.
 */
final class CommandStreams {
  private static final Logger log = LoggerFactory.getLogger(CommandStreams.class);
  private static final String SUCCESS = "{\"metadata\":{},\"status\":\"Success\"}";
  private static final String NO_STATUS =
      "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"Internal error occurred: the runtime"
          + " ended the stream without a status\",\"reason\":\"InternalError\",\"code\":500}";

  private final ByteArrayOutputStream status = new ByteArrayOutputStream();
  private @Nullable SpdyStream errors;
  private final List<SpdyStream> outputs = new ArrayList<>();
  private @Nullable SpdyStream stdin;
  private @Nullable SpdyStream resize;

  private CommandStreams() {}

  /** Opens the streams. A runtime that hangs up meanwhile has a command without a status. */
  static CommandStreams open(
      SpdyConnection spdy, Channels wanted, MessageWriter client, IdleLimit idle)
      throws InterruptedException {
    CommandStreams streams = new CommandStreams();
    try {
      streams.openAll(spdy, wanted, client, idle);
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("Runtime failed to open the streams");
      streams.errors = null;
    }
    return streams;
  }

  private void openAll(SpdyConnection spdy, Channels wanted, MessageWriter client, IdleLimit idle)
      throws IOException, InterruptedException {
    SpdyStream first = open(spdy, "error", status);
    errors = first;
    // Now, since a short command may be over as soon as the last stream is open.
    first.sendEnd();
    if (wanted.stdin()) {
      stdin = open(spdy, "stdin", OutputStream.nullOutputStream());
    }
    if (wanted.stdout()) {
      outputs.add(open(spdy, "stdout", new ToChannel(Channels.STDOUT, client, idle)));
    }
    if (wanted.stderr()) {
      outputs.add(open(spdy, "stderr", new ToChannel(Channels.STDERR, client, idle)));
    }
    if (wanted.tty()) {
      resize = open(spdy, "resize", OutputStream.nullOutputStream());
    }
  }

  private static SpdyStream open(SpdyConnection spdy, String type, OutputStream sink)
      throws IOException, InterruptedException {
    return spdy.open(Map.of("streamType", type), sink);
  }

  /** Null for a channel that the command does not read. */
  @Nullable SpdyStream input(int channel) {
    return switch (channel) {
      case Channels.STDIN -> stdin;
      case Channels.RESIZE -> resize;
      default -> null;
    };
  }

  /** Waits for the end of the command and returns its status as JSON. */
  String awaitStatus() throws InterruptedException {
    if (errors == null) {
      return NO_STATUS;
    }
    for (SpdyStream output : outputs) {
      output.awaitEnd();
    }
    errors.awaitEnd();
    if (!errors.isComplete()) {
      return NO_STATUS;
    }
    String text = status.toString(StandardCharsets.UTF_8);
    return text.isBlank() ? SUCCESS : text;
  }

  private static final class ToChannel extends OutputStream {
    private final int channel;
    private final MessageWriter client;
    private final IdleLimit idle;

    ToChannel(int channel, MessageWriter client, IdleLimit idle) {
      this.channel = channel;
      this.client = client;
      this.idle = idle;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      idle.moved();
      client.send(channel, bytes, offset, count);
    }
  }
}
