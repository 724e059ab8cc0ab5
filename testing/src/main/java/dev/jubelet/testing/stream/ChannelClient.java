package dev.jubelet.testing.stream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket whose messages begin with the number of a channel, made with the JDK's client.
 *
 * <p>Thread: sends from the test's, receives on the client's. Owns: the client's threads.
 */
public final class ChannelClient implements AutoCloseable {
  public static final int STDIN = 0;
  public static final int STDOUT = 1;
  public static final int STDERR = 2;
  public static final int ERROR = 3;
  public static final int RESIZE = 4;
  public static final int END = 255;
  private static final long PATIENCE_SECONDS = 120;

  private final HttpClient http;
  private final Map<Integer, OutputStream> sinks = new ConcurrentHashMap<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final WebSocket socket;

  private ChannelClient(HttpClient http, URI url, @Nullable OutputStream stdout, String[] protocols)
      throws IOException {
    this.http = http;
    if (stdout != null) {
      sinks.put(STDOUT, stdout);
    }
    try {
      String[] others = Arrays.copyOfRange(protocols, 1, protocols.length);
      socket =
          http.newWebSocketBuilder()
              .subprotocols(protocols[0], others)
              .buildAsync(url, new Receiver())
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      http.shutdownNow();
      throw new IOException(e);
    }
  }

  /**
   * @param http belongs to the result
   * @param stdout where the first channel's bytes go; null to keep them
   */
  public static ChannelClient open(
      HttpClient http, URI url, @Nullable OutputStream stdout, String... protocols)
      throws IOException {
    return new ChannelClient(http, url, stdout, protocols);
  }

  private final class Receiver implements WebSocket.Listener {
    private boolean inMessage;
    private int channel;

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer bytes, boolean last) {
      if (!inMessage) {
        channel = bytes.get() & 0xff;
      }
      inMessage = !last;
      byte[] content = new byte[bytes.remaining()];
      bytes.get(content);
      try {
        sinks.computeIfAbsent(channel, any -> new ByteArrayOutputStream()).write(content);
      } catch (IOException e) {
        closed.completeExceptionally(e);
      }
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      closed.complete(code);
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      closed.completeExceptionally(error);
    }
  }

  public String protocol() {
    return socket.getSubprotocol();
  }

  /** Sends a message and waits until it has left. */
  public void send(int channel, byte[] bytes, int count) throws Exception {
    ByteBuffer message = ByteBuffer.allocate(1 + count);
    message.put((byte) channel).put(bytes, 0, count).flip();
    socket.sendBinary(message, true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  public void send(int channel, String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    send(channel, bytes, bytes.length);
  }

  /** Says that nothing more will come on a channel. */
  public void end(int channel) throws Exception {
    send(END, new byte[] {(byte) channel}, 1);
  }

  /** What came on a channel, empty also when there was not even an empty message. */
  public String text(int channel) {
    OutputStream sink = sinks.get(channel);
    return sink instanceof ByteArrayOutputStream kept ? kept.toString(StandardCharsets.UTF_8) : "";
  }

  /** Whether there was a message on a channel, be it an empty one. */
  public boolean heard(int channel) {
    return sinks.containsKey(channel);
  }

  /** Waits for the server's goodbye and returns its code. */
  public int awaitEnd() throws Exception {
    return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Says goodbye. */
  public void leave() throws Exception {
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Ends the connection without a goodbye. */
  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
    http.close();
  }
}
