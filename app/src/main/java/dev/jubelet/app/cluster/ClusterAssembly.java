package dev.jubelet.app.cluster;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.LifecycleParts;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.mirror.MirrorInput;
import dev.jubelet.pod.mirror.MirrorLane;
import dev.jubelet.pod.mirror.Mirrors;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.report.StatusWriter;
import dev.jubelet.pod.source.ApiSource;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.status.StatusStore;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins the path of a pod with an API server: its pods go in at the sources, statuses and mirror
 * pods come out. Needs a path that was assembled for a cluster.
 */
public final class ClusterAssembly {
  private static final Logger log = LoggerFactory.getLogger(ClusterAssembly.class);

  private final PodPathAssembly path;
  private final Consumer<SourceSnapshot> pods;
  private final Supplier<Optional<String>> nodeUid;
  private final PodEvents events;
  private final ApiSource source;
  private final StatusWriter writer;
  private final MirrorLane mirrors;

  /**
   * What the join is given.
   *
   * @param nodeUid the UID of the Node object; empty until it is registered, which {@link
   *     #nodeRegistered} tells
   * @param pods where the pods of the API server go
   * @param written is told how long a change of a status took to be written
   */
  public record Inputs(
      String nodeName,
      ClusterApi api,
      PodPathAssembly path,
      Supplier<Optional<String>> nodeUid,
      Timers timers,
      RandomGenerator random,
      Consumer<SourceSnapshot> pods,
      Consumer<Duration> written) {}

  /** Adds its parts behind those of the path; their starts do not wait for the API server. */
  public ClusterAssembly(Inputs in, LifecycleParts lifecycle) {
    path = in.path();
    pods = in.pods();
    nodeUid = in.nodeUid();
    events = new PodEvents(in.timers(), path.eventLog);
    source = new ApiSource(this::wanted, this::copyChanged);
    writer =
        new StatusWriter(
            in.api().pods(),
            path.statuses::report,
            this::copyOf,
            this::refused,
            in.written(),
            KubernetesJson.mapper(),
            in.timers());
    mirrors =
        new MirrorLane(
            in.api().mirrors(),
            this::input,
            () -> new Mirrors(source.mirrors(), source.version()),
            in.nodeName(),
            in.timers());
    path.statuses.subscribe(new Reports());
    Reflector<Pod> reflector =
        new Reflector<>("pods", in.api().watch(), new Pods(), in.timers(), in.random());

    lifecycle.add("status writer", () -> {}, writer::close);
    lifecycle.add("mirror pods", mirrors::wake, mirrors::close);
    lifecycle.add("pods of the API server", reflector::start, reflector::close);
  }

  /** The Node object exists, so mirror pods may. */
  public void nodeRegistered() {
    mirrors.wake();
  }

  /** By which UID the API server knows a static pod. */
  public Optional<String> mirrorUid(Pod pod) {
    return Optional.of(pod)
        .filter(Criticality::isStatic)
        .flatMap(this::copyOf)
        .map(mirror -> mirror.getMetadata().getUid());
  }

  /** How many mirror pods the API server has. */
  int mirrorPods() {
    return source.mirrors().size();
  }

  private void wanted(SourceSnapshot snapshot) {
    pods.accept(snapshot);
    mirrors.wake();
  }

  /**
   * Of a pod of the API server that is the pod itself, of a static pod its own mirror and not that
   * of another version of it.
   */
  private Optional<Pod> copyOf(Pod pod) {
    return Criticality.isStatic(pod)
        ? source.mirror(PodKey.of(pod)).filter(mirror -> Mirrors.isMirrorOf(mirror, pod))
        : source.find(PodUid.of(pod));
  }

  private void refused(Pod pod, String reason) {
    log.atError()
        .addKeyValue("pod", PodKey.of(pod))
        .addKeyValue("reason", reason)
        .log("API server rejected the final status of the pod; deleting the pod without it");
    events.warning(
        pod,
        "FailedStatusUpdate",
        "The last status of the pod was not accepted, it is deleted without: " + reason);
  }

  private void copyChanged(Pod pod) {
    if (!Criticality.isMirror(pod)) {
      writer.copyChanged(PodUid.of(pod));
      return;
    }
    mirrors.wake();
    PodKey key = PodKey.of(pod);
    statics()
        .filter(other -> PodKey.of(other).equals(key))
        .forEach(other -> writer.copyChanged(PodUid.of(other)));
  }

  /** The static pods of which there is a report, wanted or still ending. */
  private Stream<Pod> statics() {
    return path.statuses.all().stream().map(PodReport::pod).filter(Criticality::isStatic);
  }

  private MirrorInput input() {
    boolean complete = path.loop.allSourcesSeen();
    List<Pod> wanted = path.loop.wanted().all().stream().filter(Criticality::isStatic).toList();
    Set<PodUid> uids = wanted.stream().map(PodUid::of).collect(Collectors.toSet());
    Set<PodKey> ending =
        statics()
            .filter(pod -> !uids.contains(PodUid.of(pod)))
            .map(PodKey::of)
            .collect(Collectors.toSet());
    return new MirrorInput(wanted, ending, complete, nodeUid.get());
  }

  /** The source, with those who must know when all that it had is replaced. */
  private final class Pods implements WatchListener<Pod> {
    @Override
    public void replaced(List<Pod> all, String resourceVersion) {
      writer.relisted();
      source.replaced(all, resourceVersion);
      mirrors.relisted();
    }

    @Override
    public void changed(WatchEvent<Pod> event) {
      source.changed(event);
    }

    @Override
    public void lost(ApiException reason) {
      source.lost(reason);
    }
  }

  /** Runs on the lanes of the pods and on the sync loop. */
  private final class Reports implements StatusStore.Listener {
    @Override
    public void reported(PodUid uid) {
      writer.reported(uid);
      wakeMirrorsFor(uid);
    }

    private void wakeMirrorsFor(PodUid uid) {
      if (path.statuses.report(uid).filter(r -> Criticality.isStatic(r.pod())).isPresent()) {
        mirrors.wake();
      }
    }

    @Override
    public void forgotten(PodUid uid) {
      writer.forgotten(uid);
      mirrors.wake();
    }
  }
}
