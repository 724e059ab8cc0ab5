package dev.jubelet.probe.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.SSLSocket;

/**
 * Makes a GET and follows redirects, as long as they stay on the host; one that leaves it is the
 * answer itself, for else a container could send the agent anywhere.
 *
 * <p>Thread: any; blocks until the deadline at most, an interrupt of a virtual thread ends it.
 */
public final class HttpCaller {
  private static final int MOST_BODY_BYTES = 10 << 10;
  private static final int MOST_REDIRECTS = 10;

  private HttpCaller() {}

  public static HttpReply get(HttpRequest request, Deadline deadline) throws HttpException {
    HttpRequest next = request;
    for (int redirects = 0; ; redirects++) {
      HttpReply reply = exchange(next, deadline);
      if (!reply.redirects()) {
        return reply;
      }
      HttpTarget target = resolve(next.target(), Objects.requireNonNull(reply.location()));
      if (!target.host().equalsIgnoreCase(request.target().host())) {
        return reply;
      }
      if (redirects + 1 >= MOST_REDIRECTS) {
        throw failure(target, HttpException.Kind.TRANSPORT, "stopped after 10 redirects");
      }
      next = next.to(target);
    }
  }

  private static HttpTarget resolve(HttpTarget from, String location) throws HttpException {
    try {
      return from.resolve(location);
    } catch (IllegalArgumentException e) {
      String why = "failed to parse Location header \"" + location + "\": " + e.getMessage();
      throw failure(from, HttpException.Kind.TRANSPORT, why);
    }
  }

  private static HttpReply exchange(HttpRequest request, Deadline deadline) throws HttpException {
    HttpTarget target = request.target();
    try {
      byte[] bytes = request.bytes();
      try (DeadlineSocket socket = open(target, deadline)) {
        return exchange(socket, target, bytes);
      }
    } catch (HttpException e) {
      throw e.kind() == HttpException.Kind.BODY ? e : failure(target, e.kind(), e.text());
    } catch (SocketTimeoutException e) {
      throw failure(
          target,
          HttpException.Kind.TIMEOUT,
          "context deadline exceeded (Client.Timeout exceeded while awaiting headers)");
    } catch (IOException e) {
      throw failure(target, kind(), reason(e));
    }
  }

  private static DeadlineSocket open(HttpTarget target, Deadline deadline) throws IOException {
    try {
      return DeadlineSocket.open(target.host(), target.port(), deadline);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      throw new HttpException(kind(), dialing(target.host(), target.port(), e));
    }
  }

  private static HttpReply exchange(DeadlineSocket socket, HttpTarget target, byte[] request)
      throws IOException {
    if (!target.tls()) {
      return exchange(socket, request, socket);
    }
    try (SSLSocket tls =
        (SSLSocket)
            AnyCertificate.sockets().createSocket(socket, target.host(), target.port(), true)) {
      tls.startHandshake();
      return exchange(tls, request, socket);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      if (socket.sawPlainHttp()) {
        throw new HttpException(
            HttpException.Kind.PLAIN_HTTP, "http: server gave HTTP response to HTTPS client");
      }
      throw e;
    }
  }

  private static HttpReply exchange(Socket socket, byte[] request, DeadlineSocket wire)
      throws IOException {
    socket.getOutputStream().write(request);
    socket.getOutputStream().flush();
    HttpReply reply =
        new ReplyReader(new BufferedInputStream(socket.getInputStream()), MOST_BODY_BYTES).read();
    wire.finish();
    return reply;
  }

  private static HttpException.Kind kind() {
    return Thread.currentThread().isInterrupted()
        ? HttpException.Kind.INTERRUPTED
        : HttpException.Kind.TRANSPORT;
  }

  private static HttpException failure(HttpTarget target, HttpException.Kind kind, String why) {
    return new HttpException(kind, "Get \"" + target + "\": " + why);
  }

  /** A failure to connect in the words that users know. */
  public static String dialing(String host, int port, IOException e) {
    HttpTarget target = new HttpTarget(false, host, port, "/");
    if (e instanceof UnknownHostException) {
      return "dial tcp: lookup " + host + ": no such host";
    }
    String why = e instanceof SocketTimeoutException ? "i/o timeout" : "connect: " + reason(e);
    return "dial tcp " + target.authority() + ": " + why;
  }

  static String reason(IOException e) {
    if (e instanceof SocketTimeoutException) {
      return "context deadline exceeded (Client.Timeout or context cancellation while reading"
          + " body)";
    }
    String message = e.getMessage();
    if (message == null || message.isEmpty()) {
      return "EOF";
    }
    return message.equals("EOF") || message.endsWith(" EOF")
        ? message
        : message.toLowerCase(Locale.ROOT);
  }
}
