package dev.jubelet.server.listener;

import dev.jubelet.base.Timers;
import dev.jubelet.base.http.ChunkedOutput;
import dev.jubelet.base.http.RequestHead;
import dev.jubelet.server.http.ClientGone;
import dev.jubelet.server.http.RawConnection;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Response;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer to one request of a session.
 *
 * <p>Thread: the connection's. Owns: the watch over the client while it streams.
 */
final class OutgoingResponse implements Response {
  private static final Logger log = LoggerFactory.getLogger(OutgoingResponse.class);
  // Up to here head and body leave together.
  private static final int SMALL = 16 * 1024;

  private final RequestHead request;
  private final IncomingBody body;
  private final HttpSession session;
  private final Timers timers;
  private final OutgoingHead head;
  private @Nullable ClientWatch watch;
  private boolean committed;

  OutgoingResponse(RequestHead request, IncomingBody body, HttpSession session, Timers timers) {
    this.request = request;
    this.body = body;
    this.session = session;
    this.timers = timers;
    this.head = new OutgoingHead(request);
  }

  @Override
  public Response status(int code) {
    head.status(code);
    return this;
  }

  @Override
  public Response header(String name, String value) {
    head.add(name, value);
    return this;
  }

  @Override
  public void watchClient(Runnable clientGone) {
    head.close();
    watch = ClientWatch.start(session.source(), clientGone);
  }

  @Override
  public void send(byte[] content) {
    send(List.of(content));
  }

  @Override
  public void send(List<byte[]> pieces) {
    long length = pieces.stream().mapToLong(piece -> piece.length).sum();
    try {
      endRequest();
      if (head.allowsBody() || request.isHead()) {
        head.add("Content-Length", Long.toString(length));
      }
      session.deadline().set(ConnectionDeadline.ANSWER);
      write(commit(), head.allowsBody() ? pieces : List.of());
      session.deadline().clear();
    } catch (ClientGone e) {
      gone(e);
    }
  }

  /** What is left of the request is of no interest any more. */
  private void endRequest() throws ClientGone {
    if (watch != null) {
      watch.answered();
    } else if (!body.skipRest()) {
      head.close();
    }
  }

  private void gone(ClientGone e) {
    head.close();
    log.atDebug().addKeyValue("cause", e.getMessage()).log("A client did not wait");
  }

  @Override
  public void send(BodyMaker maker) {
    boolean chunked = head.allowsBody() && request.modern();
    try {
      endRequest();
      if (chunked) {
        head.add("Transfer-Encoding", "chunked");
      } else if (head.allowsBody()) {
        head.close();
      }
      session.deadline().set(ConnectionDeadline.ANSWER);
      byte[] start = commit();
      session.output().write(start, 0, start.length);
      if (head.allowsBody()) {
        make(maker, chunked);
      }
      session.deadline().clear();
    } catch (ClientGone e) {
      gone(e);
    }
  }

  /** A body that is not whole must not end like one that is: then the connection ends. */
  private void make(BodyMaker maker, boolean chunked) throws ClientGone {
    boolean whole = false;
    try {
      OutputStream to = format(chunked);
      maker.writeTo(to);
      if (chunked) {
        to.close();
      } else {
        to.flush();
      }
      whole = true;
    } catch (ClientGone e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof ClientGone gone) {
        throw gone;
      }
      throw e;
    } finally {
      if (!whole) {
        head.close();
      }
    }
  }

  /** A small answer leaves in one packet. */
  private void write(byte[] start, List<byte[]> pieces) throws ClientGone {
    byte[] content = pieces.isEmpty() ? new byte[0] : pieces.getFirst();
    if (pieces.size() > 1 || content.length > SMALL) {
      session.output().write(start, 0, start.length);
      for (byte[] piece : pieces) {
        session.output().write(piece, 0, piece.length);
      }
    } else {
      byte[] both = Arrays.copyOf(start, start.length + content.length);
      System.arraycopy(content, 0, both, start.length, content.length);
      session.output().write(both, 0, both.length);
    }
  }

  @Override
  public OutputStream stream(Runnable clientGone) throws IOException {
    head.close();
    boolean chunked = head.allowsBody() && request.modern() && !head.hasLength();
    if (chunked) {
      head.add("Transfer-Encoding", "chunked");
    }
    session.output().write(commit());
    ClientWatch started = ClientWatch.start(session.source(), clientGone);
    watch = started;
    return new StreamedBody(format(chunked), started);
  }

  private OutputStream format(boolean chunked) {
    if (!head.allowsBody()) {
      return OutputStream.nullOutputStream();
    }
    return chunked
        ? new ChunkedOutput(session.output())
        : new BufferedOutputStream(session.output());
  }

  @Override
  public boolean upgradable() {
    return request.modern() && body.complete();
  }

  @Override
  public RawConnection upgrade() throws IOException {
    if (!upgradable()) {
      throw new Refusal(400, "an upgrade needs HTTP/1.1 and a request without a body");
    }
    head.close();
    session.output().write(commit());
    return new Upgraded(session.source(), session.output(), session::cut);
  }

  private record Upgraded(InputStream input, OutputStream output, Runnable cut)
      implements RawConnection {
    @Override
    public void close() {
      cut.run();
    }
  }

  private byte[] commit() {
    if (committed) {
      throw new IllegalStateException("the answer was already sent");
    }
    committed = true;
    return head.bytes(timers.now());
  }

  @Override
  public boolean committed() {
    return committed;
  }

  /** Whether the connection can carry another request. */
  boolean keepsAlive() {
    return !head.closes();
  }

  /** The watch over the client when the answer was a stream. */
  @Nullable ClientWatch watch() {
    return watch;
  }
}
