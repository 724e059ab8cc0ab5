package dev.jubelet.probe.check;

import dev.jubelet.base.Timers;
import dev.jubelet.probe.http.Deadline;
import dev.jubelet.probe.http.HttpCaller;
import dev.jubelet.probe.http.HttpException;
import dev.jubelet.probe.http.HttpReply;

/**
 * Asks over HTTP: a status from 200 to 399 is good. The body of a bad answer stays out of the
 * message, because a container could otherwise make the agent publish what others told it.
 *
 * <p>Thread: any; an interrupt of a virtual thread ends it.
 */
final class HttpCheck {
  private static final String USER_AGENT = "kube-probe/1.36";
  private static final int FIRST_GOOD = 200;
  private static final int FIRST_REDIRECT = 300;
  private static final int FIRST_BAD = 400;

  private final Timers timers;

  HttpCheck(Timers timers) {
    this.timers = timers;
  }

  Outcome check(CheckRequest request) {
    try {
      Deadline deadline = Deadline.after(request.timeout(), timers);
      return read(
          HttpCaller.get(
              HttpGets.request(
                  request.probe().getHttpGet(), request.container(), request.podIp(), USER_AGENT),
              deadline));
    } catch (Ports.UnknownPortException e) {
      return new Outcome.Errored("unknown", e.text());
    } catch (HttpException e) {
      return switch (e.kind()) {
        case REQUEST, TRANSPORT, TIMEOUT, PLAIN_HTTP -> new Outcome.Failed(e.text());
        case BODY -> new Outcome.Errored("failure", e.text());
        case INTERRUPTED -> new Outcome.Aborted();
      };
    }
  }

  private static Outcome read(HttpReply reply) {
    if (reply.status() < FIRST_GOOD || reply.status() >= FIRST_BAD) {
      return new Outcome.Failed("HTTP probe failed with statuscode: " + reply.status());
    }
    return reply.status() < FIRST_REDIRECT
        ? new Outcome.Succeeded()
        : new Outcome.Warned("Probe terminated redirects, Response body: " + reply.body());
  }
}
