package dev.jubelet.server.stream;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardSocketOptions;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the runtime's streaming server, in the clear or through TLS as its URL says.
 *
 * <p>Thread: any; one reader and one writer at a time. Owns: the channel.
 */
final class RuntimeLink implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(RuntimeLink.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** Tells the runtime that no more will come. */
  private interface OutputEnd {
    void send() throws IOException;
  }

  private final SocketChannel channel;
  private final InputStream in;
  private final OutputStream out;
  private final OutputEnd outputEnd;

  private RuntimeLink(
      SocketChannel channel, InputStream in, OutputStream out, OutputEnd outputEnd) {
    this.channel = channel;
    this.in = new BufferedInputStream(in);
    this.out = out;
    this.outputEnd = outputEnd;
  }

  static RuntimeLink dial(RuntimeUrl url) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.socket().connect(url.address(), (int) CONNECT.toMillis());
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      return url.secure() ? secured(channel, url) : clear(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static RuntimeLink clear(SocketChannel channel) {
    return new RuntimeLink(
        channel,
        Channels.newInputStream(channel),
        Channels.newOutputStream(channel),
        channel::shutdownOutput);
  }

  private static RuntimeLink secured(SocketChannel channel, RuntimeUrl url) throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket socket =
        (SSLSocket) factory.createSocket(channel.socket(), url.host(), url.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return new RuntimeLink(
        channel, socket.getInputStream(), socket.getOutputStream(), socket::shutdownOutput);
  }

  InputStream input() {
    return in;
  }

  OutputStream output() {
    return out;
  }

  void endOutput() throws IOException {
    outputEnd.send();
  }

  /** Ends both directions at once, also under a thread that reads or writes; never blocks. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      log.atDebug().setCause(e).log("A connection to the runtime failed to close");
    }
  }
}
