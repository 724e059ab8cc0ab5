package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Timeline;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.view.PresentPods;
import dev.jubelet.pod.view.StoppingContainers;
import dev.jubelet.server.AgentStreams;
import dev.jubelet.server.AgentView;
import dev.jubelet.server.problem.ProblemReport;
import dev.jubelet.server.runtime.LocalExec;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The agent as its servers see it: what the parts know, in the servers' records.
 *
 * <p>Thread: any.
 */
public record AgentViewAdapter(
    PodPathAssembly path,
    PresentPods present,
    ProblemReport report,
    PressureReport pressure,
    AgentStreams streams,
    LocalExec commands,
    Facts facts,
    String configuration)
    implements AgentView {

  @Override
  public List<Pod> pods() {
    return present.wanted();
  }

  @Override
  public List<Pod> presentPods() {
    return present.all();
  }

  @Override
  public List<Pod> gonePods() {
    return path.recentPods.all();
  }

  /** A pod that has ended stays known for a while, so that its end can be explained. */
  @Override
  public Optional<PodHistory> history(String namespace, String name) {
    PodKey key = new PodKey(namespace, name);
    return present.find(key).or(() -> path.recentPods.newest(key)).map(this::history);
  }

  @Override
  public List<PodHistory> histories() {
    return Stream.concat(path.recentPods.all().stream(), present.all().stream())
        .map(this::history)
        .toList();
  }

  private PodHistory history(Pod pod) {
    PodUid uid = PodUid.of(pod);
    PodKey key = PodKey.of(pod);
    Timeline.History timeline = path.timeline.history(uid.value());
    List<PodEvent> events = path.eventLog.of(uid).stream().map(AgentViewAdapter::event).toList();
    return new PodHistory(key.namespace(), key.name(), uid.value(), timeline, events);
  }

  private static PodEvent event(EventLog.Recorded recorded) {
    NodeEvent first = recorded.first();
    return new PodEvent(
        recorded.lastAt(),
        first.type().wireName(),
        first.reason(),
        first.message(),
        recorded.count());
  }

  @Override
  public Optional<PodContainers> containers(String namespace, String name) {
    return present
        .find(new PodKey(namespace, name))
        .map(pod -> containers(path.workers.observed(PodUid.of(pod))));
  }

  private static PodContainers containers(Optional<ObservedPod> observed) {
    return new PodContainers(
        observed.flatMap(ObservedPod::readySandbox).map(ObservedSandbox::id).orElse(null),
        observed.map(ObservedPod::containers).orElse(List.of()).stream()
            .map(AgentViewAdapter::container)
            .toList());
  }

  private static PodContainer container(ObservedContainer container) {
    return new PodContainer(
        container.name(), container.id(), container.state().name(), container.restartCount());
  }

  @Override
  public Optional<PodWork> work(String uid) {
    return path.workers
        .find(new PodUid(uid))
        .map(
            worker ->
                new PodWork(
                    worker.state().name(),
                    StoppingContainers.of(
                        path.timeline.history(uid).entries(), worker.observed())));
  }

  @Override
  public boolean hurry(String uid) {
    return path.workers.hurry(new PodUid(uid));
  }

  @Override
  public Shortages shortages() {
    return pressure.shortages();
  }

  @Override
  public List<Problem> problems() {
    return report.list();
  }

  @Override
  public URI exec(AgentView.ExecRequest request) {
    return commands.exec(request);
  }
}
