package dev.jubelet.server;

import dev.jubelet.base.Timeline;
import dev.jubelet.server.logs.LogFiles;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** An agent with one running pod, web, whose container c has the id id-1. */
public final class FakeAgent implements AgentView, LogFiles {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  public final Path podDirectory;
  public final Set<String> running = ConcurrentHashMap.newKeySet();
  public final List<ExecRequest> execs = new ArrayList<>();

  public final FakeStreams streams = new FakeStreams();

  /** The containers that a follower asked about. */
  public final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

  private Path logFile;

  public FakeAgent(Path podDirectory) {
    this.podDirectory = podDirectory;
    this.logFile = podDirectory.resolve("c/0.log");
    running.add("id-1");
  }

  public Path logFile() {
    return logFile;
  }

  public void logFile(Path file) {
    logFile = file;
  }

  private static Pod web() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("default")
        .withUid("u-1")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .endContainer()
        .endSpec()
        .withNewStatus()
        .addNewContainerStatus()
        .withName("c")
        .withContainerID("containerd://id-1")
        .withNewState()
        .withNewRunning()
        .endRunning()
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static boolean isWeb(String namespace, String name) {
    return namespace.equals("default") && name.equals("web");
  }

  @Override
  public List<Pod> pods() {
    return List.of(web());
  }

  @Override
  public List<Pod> presentPods() {
    return List.of(web(), named("ending"));
  }

  @Override
  public List<Pod> gonePods() {
    return List.of(named("gone"));
  }

  private static Pod named(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .build();
  }

  @Override
  public String configuration() {
    return "{\"kind\":\"KubeletConfiguration\"}";
  }

  @Override
  public Facts facts() {
    return new Facts("v1", 42, "node", "/var/lib/kubelet", null, "unix:///run/c.sock");
  }

  @Override
  public Optional<PodHistory> history(String namespace, String name) {
    return isWeb(namespace, name) ? Optional.of(histories().getFirst()) : Optional.empty();
  }

  @Override
  public List<PodHistory> histories() {
    List<Timeline.Entry> entries =
        List.of(
            new Timeline.Entry("sandbox", "", START, START.plusMillis(40), "", "the runtime"),
            new Timeline.Entry(
                "image", "busybox", START.plusMillis(40), null, null, null, START.plusSeconds(10)));
    return List.of(
        new PodHistory(
            "default",
            "web",
            "u-1",
            new Timeline.History("default/web", 3, entries),
            List.of(new PodEvent(START, "Normal", "Pulling", "pulling busybox", 2))));
  }

  @Override
  public Optional<PodContainers> containers(String namespace, String name) {
    PodContainer container = new PodContainer("c", "id-1", "running", 0);
    return isWeb(namespace, name)
        ? Optional.of(new PodContainers("sandbox-1", List.of(container)))
        : Optional.empty();
  }

  @Override
  public Optional<PodWork> work(String uid) {
    return uid.equals("u-1")
        ? Optional.of(new PodWork("TERMINATING", List.of("c")))
        : Optional.empty();
  }

  @Override
  public boolean hurry(String uid) {
    return uid.equals("u-1");
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
    return List.of(new Problem("manifest", "/etc/manifests/a.yaml", "not a pod", "mend it", START));
  }

  @Override
  public URI exec(ExecRequest request) {
    execs.add(request);
    return switch (request.pod()) {
      case "web" -> URI.create("http://127.0.0.1:4/exec/token");
      case "busy" -> throw new AgentException(AgentException.Kind.EXHAUSTED, "too many");
      default -> throw new AgentException(AgentException.Kind.NOT_FOUND, "no such pod");
    };
  }

  @Override
  public FakeStreams streams() {
    return streams;
  }

  @Override
  public Optional<Pod> pod(String namespace, String name) {
    return isWeb(namespace, name) ? Optional.of(web()) : Optional.empty();
  }

  @Override
  public Optional<Location> locate(Pod pod, String containerId) {
    return Optional.of(new Location(podDirectory, logFile));
  }

  @Override
  public boolean running(Pod pod, String containerId) {
    asked.add(containerId);
    return running.contains(containerId);
  }
}
