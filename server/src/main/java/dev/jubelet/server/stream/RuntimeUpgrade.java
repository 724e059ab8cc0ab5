package dev.jubelet.server.stream;

import dev.jubelet.base.Timers;
import dev.jubelet.base.http.BodyInput;
import dev.jubelet.base.http.HeadLimits;
import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.ResponseHead;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * The runtime's answer to the wish to leave HTTP. Its word is followed to the URL that it gave and
 * no further: a redirection is an error.
 *
 * <p>Thread: the connection's. Owns: the connection to the runtime, for which time runs until
 * {@link #begin}.
 */
final class RuntimeUpgrade implements AutoCloseable {
  /** From the request until the session begins, or the refusal is read. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final HeadLimits LIMITS = HeadLimits.of(64 * 1024, 128);
  private static final int FIRST_ERROR = 400;
  private static final int MAX_REFUSAL = 64 * 1024;
  private static final List<String> OF_REFUSALS = List.of("Content-Type", "Retry-After");

  private final RuntimeLink link;
  private final Timers.Pending deadline;
  private final ResponseHead answer;

  private RuntimeUpgrade(RuntimeLink link, Timers.Pending deadline, ResponseHead answer) {
    this.link = link;
    this.deadline = deadline;
    this.answer = answer;
  }

  /**
   * @throws Refusal when the runtime does not answer, or not in HTTP
   */
  static RuntimeUpgrade ask(URI url, UpgradeRequest request, Timers timers) {
    RuntimeLink link;
    RuntimeUrl where;
    try {
      where = RuntimeUrl.of(url);
      link = RuntimeLink.dial(where);
    } catch (IOException e) {
      throw failure("error dialing backend", e);
    }
    Timers.Pending deadline = timers.after(LIMIT, link::close);
    try {
      link.output().write(request.bytes(where));
      return new RuntimeUpgrade(link, deadline, HeadReader.response(link.input(), LIMITS));
    } catch (IOException e) {
      deadline.cancel();
      link.close();
      throw failure("no answer of the runtime's streaming server", e);
    }
  }

  private static Refusal failure(String what, IOException cause) {
    return new Refusal(500, what + ": " + cause.getMessage() + "\n");
  }

  boolean isGranted() {
    return answer.switchesProtocols();
  }

  ResponseHead answer() {
    return answer;
  }

  /** For what has to be said before the session begins. */
  RuntimeLink link() {
    return link;
  }

  /** From now on the session's own limits hold. */
  void begin() {
    deadline.cancel();
  }

  /** Answers the client with the runtime's refusal. */
  void relay(Exchange exchange) {
    if (answer.status() < FIRST_ERROR) {
      throw new Refusal(500, "invalid upgrade response: status code " + answer.status() + "\n");
    }
    byte[] body;
    try {
      body = BodyInput.of(answer, link.input()).readNBytes(MAX_REFUSAL);
    } catch (IOException e) {
      throw failure("the runtime's refusal broke off", e);
    }
    for (String name : OF_REFUSALS) {
      answer.headers().first(name).ifPresent(value -> exchange.response().header(name, value));
    }
    exchange.response().status(answer.status()).send(body);
  }

  @Override
  public void close() {
    deadline.cancel();
    link.close();
  }
}
