package dev.jubelet.testing.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.testing.lab.PrivateContainerd;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A kubelet process on a private containerd, driven as a user would: by manifests in a directory
 * and by its HTTP pages. Killing it with -9 and starting it again keeps its directories.
 *
 * <p>Thread: the test's. Owns: the process, the directories and the pods; {@link #close} ends all.
 */
public final class TestNode implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final String NODE_NAME = "testnode";

  private final PrivateContainerd containerd;
  private final Path directory;
  private final int readOnlyPort = freePort();
  private final int mainPort = freePort();
  private final int healthzPort = freePort();
  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private @Nullable Process process;

  private TestNode(PrivateContainerd containerd, Path directory) {
    this.containerd = containerd;
    this.directory = directory;
  }

  /** Makes the directories and starts the kubelet; returns when it answers. */
  public static TestNode start(PrivateContainerd containerd) {
    TestNode node = prepare(containerd, containerd.endpoint(), "");
    node.startKubelet();
    return node;
  }

  /**
   * Makes the directories and the configuration only. The endpoint may be that of a proxy before
   * containerd; {@code moreConfig} is appended to the KubeletConfiguration.
   */
  public static TestNode prepare(PrivateContainerd containerd, String endpoint, String moreConfig) {
    try {
      Path directory = Files.createTempDirectory("jubelet-node");
      TestNode node = new TestNode(containerd, directory);
      for (String name : List.of("manifests", "root", "logs/pods", "pki")) {
        Files.createDirectories(directory.resolve(name));
      }
      Files.writeString(node.configFile(), node.config(endpoint) + moreConfig);
      return node;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String config(String endpoint) {
    return """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        staticPodPath: %1$s/manifests
        containerRuntimeEndpoint: %2$s
        podLogsDir: %1$s/logs/pods
        cgroupRoot: %3$s
        failCgroupV1: false
        failSwapOn: false
        address: 127.0.0.1
        port: %4$d
        readOnlyPort: %5$d
        healthzBindAddress: 127.0.0.1
        healthzPort: %6$d
        authentication:
          anonymous: {enabled: true}
          webhook: {enabled: false}
        authorization: {mode: AlwaysAllow}
        """
        .formatted(directory, endpoint, containerd.cgroup(), mainPort, readOnlyPort, healthzPort);
  }

  public void startKubelet() {
    launch();
    awaitAnswer();
  }

  /** Waits until a launched kubelet answers. */
  public void awaitAnswer() {
    await("the kubelet answers", () -> page("/healthz").filter("ok"::equals).isPresent());
  }

  /** Starts the process without waiting for it, with a log that says much. */
  public Process launch() {
    List<String> command = new ArrayList<>(kubeletCommand());
    command.add("-v=4");
    return launch(command, Map.of());
  }

  /** How the kubelet is started on this node. */
  public List<String> kubeletCommand() {
    return List.of(
        Distribution.kubelet().toString(),
        "--config=" + configFile(),
        "--root-dir=" + directory.resolve("root"),
        "--cert-dir=" + directory.resolve("pki"),
        "--hostname-override=" + NODE_NAME,
        "--node-ip=" + containerd.gateway());
  }

  /** Starts a command that becomes the kubelet, with more variables, without waiting for it. */
  public Process launch(List<String> command, Map<String, String> environment) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(containerd.inItsCgroup(command))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
      builder.environment().putAll(environment);
      Process started = builder.start();
      process = started;
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a crash would end it: nothing is cleaned up. */
  public void killKubelet() {
    end(true);
  }

  public void stopKubelet() {
    end(false);
  }

  private void end(boolean atOnce) {
    Process running = process;
    if (running == null) {
      return;
    }
    try {
      if (atOnce) {
        running.destroyForcibly();
      } else {
        running.destroy();
      }
      if (!running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        running.destroyForcibly();
        throw new AssertionError("the kubelet did not end; log:\n" + logTail());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    process = null;
  }

  public long pid() {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException("the kubelet does not run");
    }
    return running.pid();
  }

  /** Writes a manifest whole: elsewhere, then moved into the watched directory. */
  public void apply(String file, String manifest) {
    try {
      Path hidden = directory.resolve(file);
      Files.writeString(hidden, manifest);
      Files.move(hidden, manifests().resolve(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void apply(Manifests manifest, String name) {
    apply(name + ".yaml", manifest.yaml());
  }

  public void remove(String name) {
    try {
      Files.deleteIfExists(manifests().resolve(name + ".yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<Pod> pods() {
    return podsIfAnswering().orElseThrow(() -> new AssertionError("no answer from /pods"));
  }

  /** For tests that kill the kubelet at any moment. */
  public Optional<List<Pod>> podsIfAnswering() {
    return page("/pods").map(this::parsed);
  }

  private List<Pod> parsed(String text) {
    try {
      return json.readValue(text, PodList.class).getItems();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name that a static pod of this name has on this node. */
  public static String podName(String name) {
    return name + "-" + NODE_NAME;
  }

  public Optional<Pod> find(String name) {
    return find(name, pods());
  }

  /** Whether the kubelet says now that this pod is ready; not so when it does not answer. */
  public boolean isReadyNow(String name) {
    return podsIfAnswering()
        .flatMap(pods -> find(name, pods))
        .filter(TestNode::isReady)
        .isPresent();
  }

  private static Optional<Pod> find(String name, List<Pod> pods) {
    return pods.stream()
        .filter(pod -> pod.getMetadata().getName().equals(podName(name)))
        .findFirst();
  }

  public Pod await(String name, String what, Predicate<Pod> condition) {
    List<Pod> found = new ArrayList<>();
    await(
        "pod " + name + " " + what,
        () -> {
          found.clear();
          find(name).filter(condition).ifPresent(found::add);
          return !found.isEmpty();
        });
    return found.getFirst();
  }

  public Pod awaitReady(String name) {
    return await(name, "is ready", TestNode::isReady);
  }

  public Pod awaitPhase(String name, String phase) {
    return await(name, "is " + phase, pod -> phase.equals(pod.getStatus().getPhase()));
  }

  public void awaitGone(String name) {
    await("pod " + name + " is gone", () -> find(name).isEmpty() && sandboxesOf(name) == 0);
  }

  private long sandboxesOf(String name) {
    return containerd
        .ctr("containers", "list", "labels.\"io.kubernetes.pod.name\"==" + podName(name))
        .lines()
        .skip(1)
        .count();
  }

  public static boolean isReady(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .filter(condition -> "Ready".equals(condition.getType()))
            .map(PodCondition::getStatus)
            .anyMatch("True"::equals);
  }

  /** Looks again and again until the condition holds; the kubelet's log is in the failure. */
  public void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("never happened: " + what + "; kubelet's log:\n" + logTail());
      }
      pause();
    }
  }

  private static void pause() {
    LockSupport.parkNanos(LOOK_AGAIN.toNanos());
  }

  /** A page of the read-only port; empty when nobody answers. */
  public Optional<String> page(String path) {
    return get(readOnlyPort, path).map(HttpResponse::body);
  }

  public Optional<HttpResponse<String>> get(int port, String path) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .timeout(PATIENCE)
              .build();
      return Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public PrivateContainerd containerd() {
    return containerd;
  }

  public Path directory() {
    return directory;
  }

  public Path manifests() {
    return directory.resolve("manifests");
  }

  public Path root() {
    return directory.resolve("root");
  }

  public Path podLogs() {
    return directory.resolve("logs/pods");
  }

  public int mainPort() {
    return mainPort;
  }

  public int readOnlyPort() {
    return readOnlyPort;
  }

  public int healthzPort() {
    return healthzPort;
  }

  public Path logFile() {
    return directory.resolve("kubelet.log");
  }

  private Path configFile() {
    return directory.resolve("config.yaml");
  }

  public String log() {
    try {
      return Files.exists(logFile()) ? Files.readString(logFile()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String logTail() {
    List<String> lines = log().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
  }

  /**
   * Ends all pods, the kubelet and the directories. The kubelet ends also when its pods do not:
   * living on, it would end those of the tests after it. The directories then stay, to be read.
   */
  @Override
  public void close() {
    try (http) {
      if (process != null && process.isAlive()) {
        endPods();
      }
      stopKubelet();
      deleteTree(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      killKubelet();
    }
  }

  private void endPods() throws IOException {
    try (var files = Files.newDirectoryStream(manifests())) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    await("all pods are gone", () -> pods().isEmpty() && podDirectories() == 0);
  }

  private long podDirectories() {
    String[] names = root().resolve("pods").toFile().list();
    return names == null ? 0 : names.length;
  }

  private static void deleteTree(Path tree) throws IOException {
    try (var files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
