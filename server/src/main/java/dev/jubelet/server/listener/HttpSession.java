package dev.jubelet.server.listener;

import dev.jubelet.base.http.BodyInput;
import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.HeadWriter;
import dev.jubelet.base.http.HttpVersion;
import dev.jubelet.base.http.MalformedMessage;
import dev.jubelet.base.http.RequestHead;
import dev.jubelet.server.http.ClientGone;
import dev.jubelet.server.http.Exchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The requests of one connection, one after the other.
 *
 * <p>Thread: the connection's. Owns: what was read and not yet used.
 */
final class HttpSession {
  private static final Logger log = LoggerFactory.getLogger(HttpSession.class);
  private static final int MOST_IGNORED = 256 * 1024;

  private final Wire wire;
  private final Connection connection;
  private final Connection.Service service;
  private final ByteSource source;
  private final ClientOutput output;

  HttpSession(Wire wire, Connection connection, Connection.Service service) {
    this.wire = wire;
    this.connection = connection;
    this.service = service;
    this.source = new ByteSource(wire.in());
    this.output = new ClientOutput(wire);
  }

  void serve() throws IOException {
    boolean more = true;
    while (more && awaitRequest()) {
      more = serveOne();
    }
  }

  private boolean awaitRequest() throws IOException {
    deadline().set(ConnectionDeadline.IDLE);
    boolean stays = service.peers().rest(connection);
    boolean comes = stays && source.awaitByte();
    service.peers().work(connection);
    return comes;
  }

  /** False when no request can follow. */
  private boolean serveOne() throws IOException {
    deadline().set(ConnectionDeadline.REQUEST);
    try (LargeHeads.Claim claim = service.largeHeads().claim()) {
      RequestHead head = HeadReader.request(source, claim.limits());
      BodyInput content = BodyInput.of(head, source);
      deadline().clear();
      if (!service.guarded()) {
        connection.granted();
      }
      IncomingBody body = new IncomingBody(content, output, deadline(), head.expectsContinue());
      return answer(head, body);
    } catch (MalformedMessage e) {
      if (e.isHangUp()) {
        throw new ClientGone(e);
      }
      refuse(e);
      return false;
    }
  }

  private boolean answer(RequestHead head, IncomingBody body) throws IOException {
    OutgoingResponse response = new OutgoingResponse(head, body, this, service.timers());
    IncomingRequest request =
        new IncomingRequest(head, body, wire.clientCertificates(), connection);
    if (!handle(new Exchange(request, response))) {
      cut();
      awaitWatch(response);
      return false;
    }
    if (!response.committed()) {
      response.send(new byte[0]);
    }
    if (!response.keepsAlive()) {
      finish(response);
    }
    return response.keepsAlive();
  }

  /** False when the connection must be cut, so that the client sees that the answer broke off. */
  private boolean handle(Exchange exchange) {
    try {
      service.handler().handle(exchange);
      return true;
    } catch (ClientGone e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("A client did not wait");
      return false;
    } catch (IOException | RuntimeException | Error e) {
      report(exchange, e);
      if (exchange.response().committed()) {
        return false;
      }
      exchange.response().header("Connection", "close");
      exchange.text(500, "internal error");
      return true;
    }
  }

  /** A handler is interrupted when nobody wants its answer; what that throws is no failure. */
  private static void report(Exchange exchange, Throwable thrown) {
    boolean stops = Thread.currentThread().isInterrupted();
    log.atLevel(stops ? Level.DEBUG : Level.ERROR)
        .setCause(thrown)
        .addKeyValue("method", exchange.request().method())
        .addKeyValue("path", exchange.request().rawPath())
        .log("Request failed unexpectedly");
  }

  private void refuse(MalformedMessage e) throws IOException {
    byte[] text = e.text().getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    answer.writeBytes(
        HeadWriter.response(HttpVersion.HTTP_1_1, e.status())
            .field("Content-Type", Exchange.TEXT)
            .field("Content-Length", Integer.toString(text.length))
            .field("Connection", "close")
            .bytes());
    answer.writeBytes(text);
    output.write(answer.toByteArray());
    linger();
  }

  /** After a stream it is the watch that waits for the client to hang up. */
  private void finish(OutgoingResponse response) throws IOException {
    if (response.watch() == null) {
      linger();
    } else {
      deadline().set(ConnectionDeadline.LINGER);
      output.close();
      awaitWatch(response);
    }
  }

  private static void awaitWatch(OutgoingResponse response) throws IOException {
    if (response.watch() != null) {
      response.watch().join();
    }
  }

  /**
   * Waits for the client to hang up: closing while its bytes are on the way would make the kernel
   * throw away the answer that is on its way to it.
   */
  private void linger() throws IOException {
    deadline().set(ConnectionDeadline.LINGER);
    output.close();
    source.skip(MOST_IGNORED);
  }

  ConnectionDeadline deadline() {
    return connection.deadline();
  }

  ByteSource source() {
    return source;
  }

  ClientOutput output() {
    return output;
  }

  void cut() {
    connection.cut();
  }
}
