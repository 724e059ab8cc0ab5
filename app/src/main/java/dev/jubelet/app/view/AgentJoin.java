package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.server.AgentException;
import dev.jubelet.server.AgentStreams;
import dev.jubelet.server.AgentView;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The agent as its servers see it.
 *
 * <p>Thread: any.
 */
public final class AgentJoin implements AgentView {
  private final PodPathAssembly path;
  private final PresentPods presentPods;
  private final ProblemReport problems;
  private final CriRuntime cri;
  private final Facts facts;
  private final String configuration;
  private final AgentStreams streams;
  private final Function<Pod, Optional<String>> mirrorUids;

  /** {@code mirrorUids} tells by which UID the API server knows a static pod. */
  public AgentJoin(
      PodPathAssembly path,
      PresentPods presentPods,
      ProblemReport problems,
      CriRuntime cri,
      CheckpointFiles checkpoints,
      Facts facts,
      String configuration,
      Function<Pod, Optional<String>> mirrorUids) {
    this.path = path;
    this.presentPods = presentPods;
    this.problems = problems;
    this.cri = cri;
    this.facts = facts;
    this.configuration = configuration;
    this.mirrorUids = mirrorUids;
    this.streams = new StreamJoin(new Known(), cri, checkpoints);
  }

  @Override
  public AgentStreams streams() {
    return streams;
  }

  private final class Known implements StreamJoin.KnownPods {
    @Override
    public Optional<Pod> find(String namespace, String name) {
      PodKey key = new PodKey(namespace, name);
      return path.loop.wanted().all().stream()
          .filter(pod -> PodKey.of(pod).equals(key))
          .findFirst();
    }

    @Override
    public Optional<ObservedPod> observed(Pod pod) {
      return path.workers.observed(PodUid.of(pod));
    }

    @Override
    public Optional<String> mirrorUid(Pod pod) {
      return mirrorUids.apply(pod);
    }
  }

  @Override
  public List<Pod> pods() {
    return path.loop.wanted().all().stream().map(path.statuses::withStatus).toList();
  }

  @Override
  public List<Pod> presentPods() {
    return presentPods.all();
  }

  @Override
  public List<Pod> gonePods() {
    return path.recentPods.all();
  }

  @Override
  public String configuration() {
    return configuration;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  /** A pod that has ended stays known for a while, so that its end can be explained. */
  @Override
  public Optional<PodHistory> history(String namespace, String name) {
    PodKey key = new PodKey(namespace, name);
    return find(namespace, name).or(() -> path.recentPods.newest(key)).map(this::history);
  }

  @Override
  public List<PodHistory> histories() {
    return Stream.concat(path.recentPods.all().stream(), presentPods.all().stream())
        .map(this::history)
        .toList();
  }

  private PodHistory history(Pod pod) {
    PodUid uid = PodUid.of(pod);
    PodKey key = PodKey.of(pod);
    Timeline.History timeline = path.timeline.history(uid.value());
    List<PodEvent> events = path.eventLog.of(uid).stream().map(AgentJoin::event).toList();
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
    return find(namespace, name)
        .map(
            pod -> {
              Optional<ObservedPod> observed = path.workers.observed(PodUid.of(pod));
              return new PodContainers(
                  observed.flatMap(ObservedPod::readySandbox).map(ObservedSandbox::id).orElse(null),
                  observed.map(ObservedPod::containers).orElse(List.of()).stream()
                      .map(AgentJoin::container)
                      .toList());
            });
  }

  private static PodContainer container(ObservedContainer container) {
    return new PodContainer(
        container.name(), container.id(), container.state().name(), container.restartCount());
  }

  @Override
  public Optional<PodWork> work(String uid) {
    return path.workers
        .find(new PodUid(uid))
        .map(worker -> new PodWork(worker.state().name(), stopping(uid, worker.observed())));
  }

  /** While pre-stop hooks run no container is being stopped yet, but all of them are meant. */
  private List<String> stopping(String uid, @Nullable ObservedPod observed) {
    List<String> stopping =
        path.timeline.history(uid).entries().stream()
            .filter(step -> step.what().equals("kill") && step.end() == null)
            .map(Timeline.Entry::detail)
            .toList();
    return stopping.isEmpty() && observed != null
        ? observed.containers().stream()
            .filter(ObservedContainer::isRunning)
            .map(ObservedContainer::name)
            .toList()
        : stopping;
  }

  @Override
  public boolean hurry(String uid) {
    return path.workers.hurry(new PodUid(uid));
  }

  @Override
  public Shortages shortages() {
    return problems.pressure().shortages();
  }

  @Override
  public List<Problem> problems() {
    return problems.list();
  }

  @Override
  public URI exec(AgentView.ExecRequest request) {
    Pod pod =
        find(request.namespace(), request.pod())
            .orElseThrow(
                () ->
                    new AgentException(
                        AgentException.Kind.NOT_FOUND,
                        "pod \"%s/%s\" does not exist"
                            .formatted(request.namespace(), request.pod())));
    ObservedContainer container = runningContainer(pod, request.container());
    try {
      return URI.create(
          cri.exec(
                  dev.jubelet.api.cri.ExecRequest.newBuilder()
                      .setContainerId(container.id())
                      .addAllCmd(request.command())
                      .setStdin(request.stdin())
                      .setStdout(true)
                      .setStderr(!request.tty())
                      .setTty(request.tty())
                      .build())
              .getUrl());
    } catch (CriException e) {
      throw new AgentException(kind(e), e.text(), e);
    }
  }

  private ObservedContainer runningContainer(Pod pod, String asked) {
    String name = asked.isEmpty() ? pod.getSpec().getContainers().getFirst().getName() : asked;
    return path.workers
        .observed(PodUid.of(pod))
        .flatMap(observed -> observed.current(name))
        .filter(ObservedContainer::isRunning)
        .orElseThrow(
            () ->
                new AgentException(
                    AgentException.Kind.NOT_FOUND,
                    "container \"%s\" of pod \"%s\" is not running"
                        .formatted(name, PodKey.of(pod))));
  }

  private static AgentException.Kind kind(CriException e) {
    return switch (e.kind()) {
      case NOT_FOUND -> AgentException.Kind.NOT_FOUND;
      case EXHAUSTED -> AgentException.Kind.EXHAUSTED;
      case INVALID -> AgentException.Kind.INVALID;
      case UNAVAILABLE, TIMEOUT, UNIMPLEMENTED, ALREADY_EXISTS, CANCELLED, INTERNAL ->
          AgentException.Kind.INTERNAL;
    };
  }

  private Optional<Pod> find(String namespace, String name) {
    return presentPods.find(new PodKey(namespace, name));
  }
}
