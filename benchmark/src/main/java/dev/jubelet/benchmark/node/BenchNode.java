package dev.jubelet.benchmark.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The node under measurement: the agent as it is delivered, with its default log level, and a
 * second connection to the same containerd for the floor.
 *
 * <p>Thread: the benchmark's. Owns: the agent's process, its directories and the connections.
 */
public final class BenchNode {
  private static final String NAMESPACE = "default";
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);
  private static final String STAMP = "printf %s $EPOCHREALTIME >$0; exec \"$@\"";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final PrivateContainerd containerd;
  private final Timers timers;
  private final Pauses pauses;
  private final TestNode node;
  private final CriClient cri;
  private final ObjectMapper json = new ObjectMapper();
  private @Nullable HttpConnection local;
  private boolean running;

  public BenchNode(PrivateContainerd containerd, Timers timers) {
    this.containerd = containerd;
    this.timers = timers;
    this.pauses = new Pauses(timers);
    // Large logs are followed; their rotation is a figure of its own.
    this.node = TestNode.prepare(containerd, containerd.endpoint(), "containerLogMaxSize: 4Gi\n");
    CriEndpoint endpoint = CriEndpoint.parse(containerd.endpoint());
    this.cri = new CriClient(endpoint, endpoint, CALL_TIMEOUT, CriCalls.UNHEARD);
  }

  public PrivateContainerd containerd() {
    return containerd;
  }

  public Timers timers() {
    return timers;
  }

  public Pauses pauses() {
    return pauses;
  }

  public CriRuntime cri() {
    return cri;
  }

  /** Its directories, ports and log. */
  public TestNode node() {
    return node;
  }

  /** Starts the agent unless it runs, and waits until it answers. */
  public void startAgent() {
    startAgent(Map.of());
  }

  public void startAgent(Map<String, String> environment) {
    if (!running) {
      launchAgent(environment);
      node.awaitAnswer();
    }
  }

  /** Starts the agent, which must not run, with more flags, and waits until it answers. */
  public void startAgentWith(List<String> flags) {
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.addAll(flags);
    running = true;
    node.launch(command, Map.of());
    node.awaitAnswer();
  }

  private void launchAgent(Map<String, String> environment) {
    running = true;
    node.launch(node.kubeletCommand(), environment);
  }

  /** Starts the agent without waiting; the moment of its start is written to the file. */
  public void launchStamped(Path stamp) {
    List<String> command = new ArrayList<>(List.of("bash", "-c", STAMP, stamp.toString()));
    command.addAll(node.kubeletCommand());
    running = true;
    node.launch(command, Map.of());
  }

  /** Ends the agent; pods run on. */
  public void stopAgent() {
    running = false;
    disconnect();
    node.stopKubelet();
  }

  /** An agent that has done nothing yet. */
  public void freshAgent() {
    stopAgent();
    startAgent();
  }

  public ProcessUse agentUse() {
    return new ProcessUse(node.pid());
  }

  /** Puts the manifest beside the watched directory, to be moved later. */
  public void prepare(String name, Workload workload) {
    prepare(name, workload.manifest(name, containerd.image()));
  }

  /** The same with any objects. */
  public void prepare(String name, String manifest) {
    try {
      Files.writeString(beside(name), manifest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moves a prepared manifest into the watched directory; returns the moment before. */
  public Instant move(String name) {
    Instant moved = timers.now();
    try {
      Files.move(beside(name), inside(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return moved;
  }

  /** Removes a manifest; returns the moment before, of the monotonic clock. */
  public long remove(String name) {
    long begun = timers.nanoTime();
    node.remove(name);
    return begun;
  }

  private Path beside(String name) {
    return node.directory().resolve(name + ".yaml");
  }

  private Path inside(String name) {
    return node.manifests().resolve(name + ".yaml");
  }

  /** What the agent did for the pod so far; empty while it does not know the pod. */
  public Optional<PodTimeline> timeline(String name) {
    String path = "/jubelet/timeline/" + NAMESPACE + "/" + TestNode.podName(name);
    try {
      HttpConnection.Answer answer = local().get(path);
      return answer.status() == 200
          ? Optional.of(PodTimeline.parse(json.readTree(answer.body())))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("the agent does not tell the timeline of " + name, e);
    }
  }

  /** Waits without looking for that long, then looks now and then until the step was done. */
  public PodTimeline awaitStep(String name, String what, Duration unseen) {
    pauses.pause(unseen);
    pauses.await(
        "pod " + name + " is " + what,
        LOOK_AGAIN,
        () -> timeline(name).flatMap(timeline -> timeline.find(what)).isPresent());
    return timeline(name).orElseThrow();
  }

  private HttpConnection local() throws IOException {
    if (local == null) {
      local = HttpConnection.toSocket(node.root().resolve("jubelet.sock"));
    }
    return local;
  }

  private void disconnect() {
    try {
      if (local != null) {
        local.close();
        local = null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the agent at once; what it leaves is ended with containerd. */
  public void abandon() {
    disconnect();
    node.killKubelet();
    cri.close();
  }

  /** Removes the directories, when containerd is gone and nothing is mounted there any more. */
  public void deleteDirectories() {
    node.close();
  }
}
