package dev.jubelet.edge.cri;

import dev.jubelet.base.OutageLog;
import dev.jubelet.base.Timers;

/**
 * Has the outage log know which calls the runtime answered. A refusal is an answer.
 *
 * <p>Thread: the caller's.
 *
 * @param next is told as well
 */
public record OutageCalls(CriCalls next, OutageLog outages, Timers timers) implements CriCalls {
  @Override
  public Running started(String operation) {
    Running running = next.started(operation);
    long begun = timers.nanoTime();
    return new Running() {
      @Override
      public void succeeded() {
        running.succeeded();
        outages.answered();
      }

      @Override
      public void failed(CriException failure) {
        running.failed(failure);
        switch (failure.kind()) {
          case UNAVAILABLE, TIMEOUT -> outages.failed(failure.text(), begun);
          case CANCELLED -> {}
          case NOT_FOUND, INVALID, EXHAUSTED, UNIMPLEMENTED, ALREADY_EXISTS, INTERNAL ->
              outages.answered();
        }
      }
    };
  }
}
