package dev.jubelet.testing.node;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.log.UnexpectedFailures;
import dev.jubelet.testing.time.Patience;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A kubelet process on a private containerd, driven as a user would: by manifests in a directory
 * and by its HTTP pages. Killing it with -9 and starting it again keeps its directories.
 *
 * <p>Thread: the test's. Owns: the process, the directories and the pods; {@link #close} ends all.
 */
public final class TestNode implements AutoCloseable {
  /** What every node is called. */
  public static final String NODE_NAME = "testnode";

  private static final Duration PATIENCE = Patience.of(Duration.ofMinutes(2));
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final PrivateContainerd containerd;
  private final TestNodeFiles files = TestNodeFiles.create();
  private final NodePorts ports = NodePorts.free();
  private final TestNodePages pages;
  private final KubeletProcess kubelet;
  private final List<String> joinFlags = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();

  private TestNode(PrivateContainerd containerd, String endpoint, String moreConfig) {
    this.containerd = containerd;
    this.kubelet = new KubeletProcess(containerd, files);
    String config = ConfigText.merged(config(endpoint), moreConfig);
    this.pages = new TestNodePages(ConfigText.value(config, "address"), ports.readOnly());
    files.writeConfig(config);
  }

  /** Makes the directories and starts the kubelet; returns when it answers. */
  public static TestNode start(PrivateContainerd containerd) {
    TestNode node = prepare(containerd, containerd.endpoint(), "");
    node.startKubelet();
    return node;
  }

  /**
   * Makes the directories and the configuration only. The endpoint may be that of a proxy before
   * containerd; {@code moreConfig} is appended to the KubeletConfiguration, in place of what is
   * usual there.
   */
  public static TestNode prepare(PrivateContainerd containerd, String endpoint, String moreConfig) {
    return new TestNode(containerd, endpoint, moreConfig);
  }

  /** Prepares a node of a cluster. The kubeconfig has to be that of {@link #NODE_NAME}. */
  public static TestNode joining(PrivateContainerd containerd, Path kubeconfig, String moreConfig) {
    TestNode node = prepare(containerd, containerd.endpoint(), moreConfig);
    node.joinFlags.add("--kubeconfig=" + kubeconfig);
    return node;
  }

  /** Prepares a node that asks its cluster for a certificate first. */
  public static TestNode bootstrapping(
      PrivateContainerd containerd, Path bootstrapKubeconfig, String moreConfig) {
    TestNode node = prepare(containerd, containerd.endpoint(), moreConfig);
    node.joinFlags.add("--kubeconfig=" + node.files.kubeconfig());
    node.joinFlags.add("--bootstrap-kubeconfig=" + bootstrapKubeconfig);
    return node;
  }

  /** Images stay, however full the machine's disk is: all tests use the same ones. */
  private String config(String endpoint) {
    return """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        staticPodPath: %1$s/manifests
        containerRuntimeEndpoint: %2$s
        podLogsDir: %1$s/logs/pods
        cgroupRoot: %3$s
        failCgroupV1: false
        makeIPTablesUtilChains: false
        failSwapOn: false
        imageGCHighThresholdPercent: 100
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
        .formatted(
            directory(),
            endpoint,
            containerd.cgroup(),
            ports.main(),
            ports.readOnly(),
            ports.healthz());
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
    return launch(command, variables);
  }

  /** Lets kubelets that are started from now on find the programs of a directory before others. */
  public void findProgramsIn(Path directory) {
    variables.put("PATH", directory + ":" + System.getenv("PATH"));
  }

  /** Lets kubelets that are started from now on take this for the machine's message bus. */
  public void useBus(Path socket) {
    variables.put("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + socket);
  }

  /** How the kubelet is started on this node. */
  public List<String> kubeletCommand() {
    List<String> command =
        new ArrayList<>(
            List.of(
                Distribution.kubelet().toString(),
                "--config=" + files.config(),
                "--root-dir=" + root(),
                "--cert-dir=" + files.pki(),
                "--hostname-override=" + NODE_NAME,
                "--keep-kernel-settings", // they are those of the whole machine
                "--node-ip=" + containerd.gateway()));
    command.addAll(joinFlags);
    return List.copyOf(command);
  }

  /** Starts a command that becomes the kubelet, with more variables, without waiting for it. */
  public Process launch(List<String> command, Map<String, String> environment) {
    return kubelet.launch(command, environment);
  }

  /** As a crash would end it: nothing is cleaned up. */
  public void killKubelet() {
    kubelet.kill();
  }

  public void stopKubelet() {
    kubelet.stop();
  }

  public long pid() {
    return kubelet.pid();
  }

  /** Writes a manifest whole: elsewhere, then moved into the watched directory. */
  public void apply(String file, String manifest) {
    files.apply(file, manifest);
  }

  public void apply(Manifests manifest, String name) {
    apply(name + ".yaml", manifest.yaml());
  }

  public void remove(String name) {
    files.remove(name + ".yaml");
  }

  public List<Pod> pods() {
    return podsIfAnswering().orElseThrow(() -> new AssertionError("no answer from /pods"));
  }

  /** For tests that kill the kubelet at any moment. */
  public Optional<List<Pod>> podsIfAnswering() {
    return pages.pods();
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
        throw new AssertionError(
            "never happened: " + what + "; kubelet's log:\n" + files.logTail());
      }
      pause();
    }
  }

  private static void pause() {
    LockSupport.parkNanos(LOOK_AGAIN.toNanos());
  }

  /** A page of the read-only port; empty when nobody answers. */
  public Optional<String> page(String path) {
    return pages.page(path);
  }

  public Optional<HttpResponse<String>> get(int port, String path) {
    return pages.get(port, path);
  }

  public PrivateContainerd containerd() {
    return containerd;
  }

  public Path directory() {
    return files.directory();
  }

  public Path manifests() {
    return files.manifests();
  }

  public Path root() {
    return files.root();
  }

  public Path podLogs() {
    return files.podLogs();
  }

  /** Where a node that had to ask for its certificate keeps what it was given. */
  public Path pki() {
    return files.pki();
  }

  public int mainPort() {
    return ports.main();
  }

  public int readOnlyPort() {
    return ports.readOnly();
  }

  public int healthzPort() {
    return ports.healthz();
  }

  public Path logFile() {
    return files.log();
  }

  public String log() {
    return files.logText();
  }

  /**
   * Ends all pods, the kubelet and the directories. The kubelet ends also when its pods do not:
   * living on, it would end those of the tests after it. The directories then stay, to be read.
   */
  @Override
  public void close() {
    try (pages) {
      if (kubelet.isAlive()) {
        endPods();
      }
      stopKubelet();
      List<String> unexpected = UnexpectedFailures.in(files.logText());
      if (!unexpected.isEmpty()) {
        throw new AssertionError("failed unexpectedly: " + String.join("\n", unexpected));
      }
      files.delete();
    } finally {
      killKubelet();
    }
  }

  private void endPods() {
    files.removeManifests();
    await("all pods are gone", () -> pods().isEmpty() && files.podDirectories() == 0);
  }
}
