package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.edge.cri.CriException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What a pod's lane does when a call to the runtime fails. Thread: the pod's lane. */
final class RuntimeFailures {
  private static final Logger log = LoggerFactory.getLogger(RuntimeFailures.class);

  private RuntimeFailures() {}

  static Next retry(PodContext pod, WorkerState state, CriException e) {
    pod.reading().outdate();
    if (e.kind() == CriException.Kind.CANCELLED) {
      // The lane was interrupted for something more urgent.
      return Next.AGAIN;
    }
    boolean away = e.kind() == CriException.Kind.UNAVAILABLE;
    if (away) {
      // What was last read stays, with its age, until the runtime answers.
      pod.waits().waitFor(Waits.RUNTIME, e.text());
    }
    // Of a runtime that is away the connection tells, once for all pods.
    log.atLevel(away ? Level.DEBUG : Level.ERROR)
        .addKeyValue("pod", pod.key())
        .addKeyValue("state", state)
        .addKeyValue("call", e.rpc())
        .addKeyValue("error", e.text())
        .log("Runtime call failed; retrying");
    return new Next.After(RetryPolicy.RUNTIME.delay(1));
  }
}
