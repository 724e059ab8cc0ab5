package dev.jubelet.server.stream;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.spdy.SpdyConnection;
import dev.jubelet.server.http.RawConnection;
import dev.jubelet.server.websocket.MessageWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command whose client speaks WebSocket with channels ({@code v5.channel.k8s.io}) and whose
 * runtime speaks SPDY.
 *
 * <p>Thread: the connection's waits for the command's end; what the client sends is read on one of
 * its own, what the runtime sends on the SPDY connection's. Owns: both connections.
 */
final class ChannelSession implements Session {
  private static final Logger log = LoggerFactory.getLogger(ChannelSession.class);

  private final RawConnection client;
  private final MessageWriter writer;
  private final RuntimeUpgrade runtime;
  private final Channels wanted;
  private final IdleLimit idle;

  ChannelSession(
      RawConnection client,
      RuntimeUpgrade runtime,
      Channels wanted,
      Timers timers,
      Duration idleTimeout) {
    this.client = client;
    this.writer = new MessageWriter(client.output());
    this.runtime = runtime;
    this.wanted = wanted;
    this.idle = new IdleLimit(timers, idleTimeout, this::close);
  }

  @Override
  public void run() {
    idle.start();
    RuntimeLink link = runtime.link();
    try (SpdyConnection spdy = new SpdyConnection(link.input(), link.output(), link)) {
      CommandStreams streams = CommandStreams.open(spdy, wanted, writer, idle);
      runtime.begin();
      // Some clients wait for a first message before they send.
      writer.send(firstOutput(), new byte[0], 0, 0);
      Thread reader =
          Thread.ofVirtual().name("stream-from-client").start(() -> readClient(streams));
      sendLastWords(streams.awaitStatus());
      reader.join();
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("A stream broke off");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  private int firstOutput() {
    if (wanted.stdout()) {
      return Channels.STDOUT;
    }
    return wanted.stderr() ? Channels.STDERR : Channels.ERROR;
  }

  /** A client that has said goodbye, or gone, wants nothing any more. */
  private void readClient(CommandStreams streams) {
    try {
      new ClientChannels(client.input(), writer, streams, idle).readAll();
    } catch (IOException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("The client of a stream went away");
    }
    close();
  }

  private void sendLastWords(String status) throws IOException {
    byte[] bytes = status.getBytes(StandardCharsets.UTF_8);
    idle.tighten(Tunnel.LAST_WORDS);
    writer.send(Channels.ERROR, bytes, 0, bytes.length);
    writer.sayGoodbye(MessageWriter.NORMAL);
    client.output().close();
  }

  @Override
  public void close() {
    idle.close();
    client.close();
    runtime.close();
  }
}
