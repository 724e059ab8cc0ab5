package dev.jubelet.probe.check;

import dev.jubelet.base.Timers;
import dev.jubelet.probe.http.Deadline;
import dev.jubelet.probe.http.DeadlineSocket;
import dev.jubelet.probe.http.HttpCaller;
import io.fabric8.kubernetes.api.model.TCPSocketAction;
import java.io.IOException;

/**
 * Asks whether a port takes connections; the connection is closed at once.
 *
 * <p>Thread: any; an interrupt of a virtual thread ends it.
 */
final class TcpCheck {
  private final Timers timers;

  TcpCheck(Timers timers) {
    this.timers = timers;
  }

  Outcome check(CheckRequest request) {
    TCPSocketAction action = request.probe().getTcpSocket();
    boolean anywhere = action.getHost() == null || action.getHost().isEmpty();
    String host = anywhere ? request.podIp() : action.getHost();
    try {
      return connect(host, Ports.resolve(action.getPort(), request.container()), request);
    } catch (Ports.UnknownPortException e) {
      return new Outcome.Errored("unknown", e.text());
    }
  }

  private Outcome connect(String host, int port, CheckRequest request) {
    Deadline deadline = Deadline.after(request.timeout(), timers);
    try (DeadlineSocket socket = DeadlineSocket.open(host, port, deadline)) {
      socket.finish();
      return new Outcome.Succeeded();
    } catch (IOException e) {
      return Thread.currentThread().isInterrupted()
          ? new Outcome.Aborted()
          : new Outcome.Failed(HttpCaller.dialing(host, port, e));
    }
  }
}
