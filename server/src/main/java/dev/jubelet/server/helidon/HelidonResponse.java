package dev.jubelet.server.helidon;

import dev.jubelet.server.http.Response;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A response over Helidon's; a streamed one goes past it, straight to the connection.
 *
 * <p>Thread: the connection's; one more while a stream is open, which reads the connection to learn
 * that the client has gone.
 */
final class HelidonResponse implements Response {
  private final ServerResponse to;
  private final ConnectionContext connection;
  private final boolean withoutBody;
  private final StringBuilder headers = new StringBuilder();
  private boolean streamed;

  HelidonResponse(ServerResponse to, ConnectionContext connection, boolean withoutBody) {
    this.to = to;
    this.connection = connection;
    this.withoutBody = withoutBody;
  }

  @Override
  public Response status(int code) {
    to.status(code);
    return this;
  }

  @Override
  public Response header(String name, String value) {
    to.header(name, value);
    headers.append(name).append(": ").append(value).append("\r\n");
    return this;
  }

  @Override
  public void send(byte[] body) {
    if (withoutBody) {
      to.contentLength(body.length);
      to.send();
    } else {
      to.send(body);
    }
  }

  @Override
  public OutputStream stream(Runnable clientGone) throws IOException {
    streamed = true;
    Status status = to.status();
    String head =
        "HTTP/1.1 %d %s\r\n%sTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            .formatted(status.code(), status.reasonPhrase(), headers);
    ChunkedOutput.send(connection.dataWriter(), BufferData.create(ChunkedOutput.ascii(head)));
    Thread.ofVirtual().name("client-gone").start(() -> watch(connection.dataReader(), clientGone));
    return new ChunkedOutput(connection.dataWriter());
  }

  /** Bytes that a client sends in the middle of an answer mean nothing and are thrown away. */
  private static void watch(DataReader reader, Runnable clientGone) {
    boolean open = true;
    while (open) {
      try {
        reader.ensureAvailable();
        reader.readBuffer();
      } catch (RuntimeException e) {
        // A client that only listens lets every read time out. All else is the end of the
        // connection, whoever closed it; Helidon has several types for it.
        open = isTimeout(e);
      }
    }
    clientGone.run();
  }

  private static boolean isTimeout(@Nullable Throwable thrown) {
    return thrown != null
        && (thrown instanceof SocketTimeoutException || isTimeout(thrown.getCause()));
  }

  /** Whether the connection belongs to the stream, so that it cannot carry another request. */
  boolean streamed() {
    return streamed;
  }

  @Override
  public boolean committed() {
    return streamed || to.isSent();
  }
}
