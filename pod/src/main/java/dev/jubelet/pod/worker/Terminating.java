package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.worker.Mailbox.Desired;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pod is to end: its containers are stopped within their grace.
 *
 * <p>Thread: the pod's lane.
 */
final class Terminating implements PodState {
  private final PodContext pod;

  Terminating(PodContext pod) {
    this.pod = pod;
  }

  @Override
  public WorkerState name() {
    return WorkerState.TERMINATING;
  }

  @Override
  public Transition step(Desired desired) {
    Timeline.Step step = pod.services().timeline().begin(pod.uid().value(), "terminate", "");
    try {
      pod.reading().readAgain();
      report(desired);
      long grace = Objects.requireNonNull(desired.ending()).graceSeconds();
      pod.services().teardown().kill(desired.pod(), pod.reading().observed(), grace);
      pod.reading().readAgain();
    } catch (CriException e) {
      step.end(e.text());
      warn(desired.pod(), e);
      throw e;
    }
    if (pod.reading().observed().anyContainerRunning()) {
      step.end("a container still runs");
      return new Transition.Stay(new Next.After(RetryPolicy.RUNTIME.delay(1)));
    }
    step.end("");
    return new Transition.Enter(new Terminated(pod));
  }

  private void report(Desired desired) {
    if (desired.pod() != null) {
      pod.reporter()
          .report(desired.pod(), pod.reading().observed(), desired.verdictOr(PodVerdict.UNDECIDED));
    }
  }

  private void warn(@Nullable Pod wanted, CriException e) {
    if (wanted != null && e.kind() != CriException.Kind.CANCELLED) {
      pod.services().events().warning(wanted, "FailedKillPod", "error killing pod: " + e.text());
    }
  }

  @Override
  public Next afterFailure(CriException e) {
    return RuntimeFailures.retry(pod, name(), e);
  }
}
