package dev.jubelet.server.stream;

import dev.jubelet.edge.spdy.SpdyStream;
import dev.jubelet.server.websocket.MessageReader;
import dev.jubelet.server.websocket.MessageWriter;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client sends on its channels, handed to the command.
 *
 * <p>Thread: the session's reader.
 */
final class ClientChannels {
  private static final Logger log = LoggerFactory.getLogger(ClientChannels.class);
  private static final int NONE = -1;

  private final MessageReader reader;
  private final CommandStreams command;
  private final IdleLimit idle;
  private int channel = NONE;

  ClientChannels(InputStream in, MessageWriter writer, CommandStreams command, IdleLimit idle) {
    this.reader = new MessageReader(in, writer);
    this.command = command;
    this.idle = idle;
  }

  /** Until the client says goodbye. */
  void readAll() throws IOException {
    while (reader.next()) {
      idle.moved();
      handle();
    }
  }

  private void handle() {
    if (reader.isFirst()) {
      channel = NONE;
    }
    int offset = 0;
    if (channel == NONE && reader.length() > 0) {
      channel = reader.piece()[0] & 0xff;
      offset = 1;
    }
    int count = reader.length() - offset;
    if (count > 0 && channel == Channels.END) {
      end(reader.piece()[offset] & 0xff);
    } else if (count > 0) {
      send(offset, count);
    }
  }

  private void send(int offset, int count) {
    SpdyStream stream = command.input(channel);
    if (stream == null) {
      return;
    }
    try {
      stream.send(reader.piece(), offset, count);
    } catch (IOException e) {
      // Its status is on the way to the client, who may go on reading.
      log.atDebug().addKeyValue("cause", e.getMessage()).log("A command reads no more");
    }
  }

  private void end(int ended) {
    SpdyStream stream = command.input(ended);
    if (stream == null) {
      return;
    }
    try {
      stream.sendEnd();
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("A command reads no more");
    }
  }
}
