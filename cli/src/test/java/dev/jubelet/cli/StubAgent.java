package dev.jubelet.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.server.AgentException;
import dev.jubelet.server.AgentSocket;
import dev.jubelet.server.AgentStreams;
import dev.jubelet.server.AgentView;
import dev.jubelet.server.KubeletServer;
import dev.jubelet.server.ServerConfig;
import dev.jubelet.server.ServerSockets;
import dev.jubelet.server.Telemetry;
import dev.jubelet.server.auth.Access;
import dev.jubelet.server.auth.Authorizer;
import dev.jubelet.server.image.ImagePages;
import dev.jubelet.server.image.ImageView;
import dev.jubelet.server.logs.ContainerLogPage;
import dev.jubelet.server.logs.InotifyChanges;
import dev.jubelet.server.logs.LogFiles;
import dev.jubelet.server.metric.HttpMeter;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The real local server over pods, histories and problems that a test sets. */
public final class StubAgent implements AgentView, ImageView, LogFiles, AutoCloseable {
  private final SystemTimers timers = new SystemTimers();
  private final KubeletServer server;
  public final Path directory;
  public final Path manifests;
  public final List<Pod> pods = new CopyOnWriteArrayList<>();
  public final List<Pod> gone = new CopyOnWriteArrayList<>();
  public final List<PodHistory> histories = new CopyOnWriteArrayList<>();
  public final List<Problem> problems = new CopyOnWriteArrayList<>();
  public final List<ExecRequest> execs = new CopyOnWriteArrayList<>();

  /** What is still done for pods, by UID. */
  public final Map<String, PodWork> works = new ConcurrentHashMap<>();

  public final List<String> hurried = new CopyOnWriteArrayList<>();
  public volatile @Nullable URI execUrl;
  public volatile ImageView.@Nullable Plans imagePlans;
  public final List<Row> images = new CopyOnWriteArrayList<>();

  public StubAgent(Path directory) {
    this.directory = directory;
    this.manifests = directory.resolve("manifests");
    server =
        new KubeletServer(
            new ServerConfig(
                new ServerSockets(
                    new ServerSockets.Addresses(null, null, null, AgentSocket.of(directory))),
                null,
                true,
                new ServerConfig.Streams(Duration.ZERO, false, false)),
            this,
            new Access(List.of(), false, Authorizer.ALWAYS_ALLOW, "node", timers),
            new Telemetry(
                List.of(),
                List.of(),
                List.of(),
                List.of(new ImagePages(this, new ObjectMapper())::addTo),
                new HttpMeter(new MetricRegistry(), timers),
                Tracer.OFF),
            new ContainerLogPage(this, new InotifyChanges(), timers, false),
            new ObjectMapper(),
            timers);
    server.start();
  }

  public Path socket() {
    return directory.resolve("jubelet.sock");
  }

  public void addStep(String namespace, String name, Timeline.Entry... entries) {
    addStep(namespace, name, "u", entries);
  }

  public void addStep(String namespace, String name, String uid, Timeline.Entry... entries) {
    histories.add(
        new PodHistory(
            namespace,
            name,
            uid,
            new Timeline.History(namespace + "/" + name, 0, List.of(entries)),
            List.of()));
  }

  @Override
  public List<Pod> pods() {
    return pods;
  }

  @Override
  public List<Pod> presentPods() {
    return pods;
  }

  @Override
  public List<Pod> gonePods() {
    return gone;
  }

  @Override
  public String configuration() {
    return "{}";
  }

  @Override
  public Facts facts() {
    return new Facts("v9", 1, "Node1", directory.toString(), manifests.toString(), "unix:///c");
  }

  @Override
  public Optional<PodHistory> history(String namespace, String name) {
    return histories.stream()
        .filter(h -> h.namespace().equals(namespace) && h.name().equals(name))
        .findFirst();
  }

  @Override
  public List<PodHistory> histories() {
    return histories;
  }

  @Override
  public Optional<PodContainers> containers(String namespace, String name) {
    return Optional.empty();
  }

  @Override
  public Optional<PodWork> work(String uid) {
    return Optional.ofNullable(works.get(uid));
  }

  @Override
  public boolean hurry(String uid) {
    hurried.add(uid);
    return works.remove(uid) != null;
  }

  @Override
  public Shortages shortages() {
    return new Shortages(
        List.of("DiskPressure"),
        List.of(new SignalRow("nodefs.available", "10Gi", "", "9Gi", "100Gi", true)),
        List.of(new NextRow("ephemeral-storage", 1, "default/hog", "uses 30Gi, request 0")));
  }

  @Override
  public List<Problem> problems() {
    return problems;
  }

  @Override
  public URI exec(ExecRequest request) {
    execs.add(request);
    URI url = execUrl;
    if (url == null) {
      throw new AgentException(AgentException.Kind.NOT_FOUND, "container is not running");
    }
    return url;
  }

  @Override
  public AgentStreams streams() {
    throw new UnsupportedOperationException("the local socket has no streams");
  }

  @Override
  public Listing list() {
    return new Listing(new Disk("/images", 1000, 500, 50, 85, 80), images);
  }

  @Override
  public Plans plans() {
    Plans plans = imagePlans;
    if (plans == null) {
      throw new AgentException(AgentException.Kind.INTERNAL, "list images: the runtime is away");
    }
    return plans;
  }

  @Override
  public String pull(String image) {
    if (image.startsWith("bad")) {
      throw new AgentException(AgentException.Kind.INTERNAL, "ErrImagePull: no such host");
    }
    return "sha256:of-" + image;
  }

  @Override
  public List<String> load(Path archive) {
    if (!archive.isAbsolute() || archive.endsWith("none.tar")) {
      throw new AgentException(AgentException.Kind.NOT_FOUND, archive + " does not exist");
    }
    return List.of("a:1", "b:1");
  }

  @Override
  public Optional<Pod> pod(String namespace, String name) {
    return pods.stream()
        .filter(p -> p.getMetadata().getNamespace().equals(namespace))
        .filter(p -> p.getMetadata().getName().equals(name))
        .findFirst();
  }

  @Override
  public Optional<Location> locate(Pod pod, String containerId) {
    return Optional.of(new Location(directory, directory.resolve(containerId + ".log")));
  }

  @Override
  public boolean running(Pod pod, String containerId) {
    return false;
  }

  @Override
  public void close() {
    server.close();
    timers.close();
  }
}
