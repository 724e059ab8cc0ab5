package dev.jubelet.probe.hook;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.probe.check.HttpGets;
import dev.jubelet.probe.check.Ports;
import dev.jubelet.probe.hook.HookRunner.HookTarget;
import dev.jubelet.probe.http.Deadline;
import dev.jubelet.probe.http.HttpCaller;
import dev.jubelet.probe.http.HttpException;
import dev.jubelet.probe.http.HttpRequest;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A hook that is a request; any answer is a good one. Where HTTPS is asked for and the container
 * speaks plain HTTP, it is asked again in that, without its credentials, and people are told.
 *
 * <p>Thread: the caller's.
 */
final class HttpHook {
  private static final String USER_AGENT = "kube-lifecycle/1.36";
  private static final Duration UNLIMITED = Duration.ofDays(20);

  private final Timers timers;
  private final Consumer<NodeEvent> events;
  private final HookListener listener;

  HttpHook(Timers timers, Consumer<NodeEvent> events, HookListener listener) {
    this.timers = timers;
    this.events = events;
    this.listener = listener;
  }

  HookOutcome run(HTTPGetAction action, HookTarget target) {
    String ip = target.podIps().isEmpty() ? "" : target.podIps().getFirst();
    if (ip.isEmpty() && (action.getHost() == null || action.getHost().isEmpty())) {
      return failed(action, target, "failed to find networking container: the pod has no IP");
    }
    try {
      HttpRequest request = HttpGets.request(action, target.spec().container(), ip, USER_AGENT);
      get(request, target.pod(), Deadline.after(UNLIMITED, timers));
      return new HookOutcome.Done();
    } catch (Ports.UnknownPortException e) {
      return failed(action, target, e.text());
    } catch (HttpException e) {
      return failed(action, target, e.text());
    }
  }

  private void get(HttpRequest request, Pod pod, Deadline deadline) throws HttpException {
    try {
      HttpCaller.get(request, deadline);
    } catch (HttpException e) {
      switch (e.kind()) {
        case PLAIN_HTTP -> fallBack(request, pod, deadline);
        // It has answered; what it says is of no interest.
        case BODY -> {}
        case REQUEST, TRANSPORT, TIMEOUT, INTERRUPTED -> throw e;
      }
    }
  }

  private void fallBack(HttpRequest request, Pod pod, Deadline deadline) throws HttpException {
    HttpCaller.get(request.to(request.target().withoutTls()).without("Authorization"), deadline);
    listener.fellBackToHttp();
    String message =
        "request to HTTPS lifecycle hook %s got HTTP response, retry with HTTP succeeded"
            .formatted(request.target().authority());
    events.accept(
        new NodeEvent(
            timers.now(),
            NodeEvent.Type.WARNING,
            "LifecycleHTTPFallback",
            message,
            PodKey.of(pod),
            PodUid.of(pod),
            ""));
  }

  private static HookOutcome failed(HTTPGetAction action, HookTarget target, String error) {
    return new HookOutcome.Failed(
        "HTTP lifecycle hook (%s) for %s failed - error: %s"
            .formatted(action.getPath(), target.text(), error));
  }
}
