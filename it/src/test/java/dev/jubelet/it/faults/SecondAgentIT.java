package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.app.Agent;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.ParseResult;
import dev.jubelet.app.flags.ProcessEnvironment;
import dev.jubelet.app.logging.LoggingSetup;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.host.HostFacts;
import dev.jubelet.edge.host.HostFactsReader;
import dev.jubelet.testing.cri.CriProxy;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Distribution;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An agent that must not start, because another one has its root directory or one of its ports,
 * leaves the other one's pods alone. It reads no manifests, so that it would end them all.
 */
@NeedsContainerd
final class SecondAgentIT {
  private static final int STARTS = 200;

  private final PrivateContainerd containerd;
  private final Path folder;
  private final SystemTimers timers = new SystemTimers();
  private CriProxy proxy;
  private TestNode first;

  SecondAgentIT(PrivateContainerd containerd, @TempDir Path folder) {
    this.containerd = containerd;
    this.folder = folder;
  }

  @BeforeEach
  void runPods() throws IOException {
    proxy =
        new CriProxy(folder.resolve("cri.sock"), CriEndpoint.parse(containerd.endpoint()), timers);
    Files.createDirectory(folder.resolve("manifests"));
    first = TestNode.start(containerd);
    for (String pod : List.of("one", "two")) {
      first.apply(Manifests.pod(pod).running("c", containerd.image()), pod);
    }
  }

  @AfterEach
  void end() {
    first.close();
    proxy.close();
    timers.close();
  }

  @Test
  void whoeverIsRefusedTouchesNothing() throws Exception {
    Set<String> before = containers();
    HostFacts host = new HostFactsReader().read();
    List<Attempt> attempts = attempts();
    for (int i = 0; i < STARTS; i++) {
      Attempt attempt = attempts.get(i % attempts.size());
      KubeletOptions options = options(attempt);
      assertThatThrownBy(() -> assemble(options, host))
          .hasMessageContainingAll(attempt.named(), "process " + first.pid())
          .hasMessageNotContaining("\n");
    }
    for (Attempt attempt : attempts) {
      assertThat(processOutput(attempt))
          .filteredOn(line -> !line.startsWith("I") && !line.startsWith("W"))
          .singleElement()
          .asString()
          .startsWith("E")
          .contains(attempt.named(), "process " + first.pid());
    }
    assertThat(proxy.rules().steps()).as("calls of refused agents").isZero();
    assertThat(containers()).isEqualTo(before);
    try (Stream<Path> made = Files.list(folder.resolve("other"))) {
      assertThat(made.map(file -> file.getFileName().toString()))
          .as("the lock, and where the launcher keeps the JVM's crash files")
          .containsExactlyInAnyOrder("jubelet.lock", "crash");
    }
  }

  /** Who wants which root directory and ports, 0 for none, and what the refusal has to name. */
  private record Attempt(Path root, int main, int readOnly, int healthz, String named) {}

  private List<Attempt> attempts() {
    Path other = folder.resolve("other");
    return List.of(
        new Attempt(first.root(), 0, 0, 0, "--root-dir " + first.root()),
        new Attempt(other, first.mainPort(), 0, 0, "port " + first.mainPort()),
        new Attempt(other, 0, first.readOnlyPort(), 0, "readOnlyPort"),
        new Attempt(other, 0, 0, first.healthzPort(), "healthzPort"));
  }

  private List<String> arguments(Attempt attempt) throws IOException {
    Path config = folder.resolve("config.yaml");
    Files.writeString(
        config,
        """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        staticPodPath: %1$s/manifests
        podLogsDir: %1$s/logs/pods
        containerRuntimeEndpoint: unix://%1$s/cri.sock
        cgroupRoot: %2$s
        failCgroupV1: false
        makeIPTablesUtilChains: false
        failSwapOn: false
        address: 127.0.0.1
        healthzBindAddress: 127.0.0.1
        enableServer: %3$b
        port: %4$d
        readOnlyPort: %5$d
        healthzPort: %6$d
        authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
        authorization: {mode: AlwaysAllow}
        """
            .formatted(
                folder,
                containerd.cgroup(),
                attempt.main() > 0,
                attempt.main(),
                attempt.readOnly(),
                attempt.healthz()));
    return List.of(
        "--config=" + config,
        "--root-dir=" + attempt.root(),
        "--cert-dir=" + folder.resolve("pki"),
        "--hostname-override=" + TestNode.NODE_NAME,
        "--keep-kernel-settings");
  }

  private KubeletOptions options(Attempt attempt) throws IOException {
    ParseResult parsed = KubeletOptions.parse(arguments(attempt), ProcessEnvironment.ofProcess());
    assertThat(parsed).isInstanceOf(ParseResult.Run.class);
    return ((ParseResult.Run) parsed).options();
  }

  private static void assemble(KubeletOptions options, HostFacts host) {
    Agent.assemble(
        options,
        host,
        Agent.Tenancy.OF_A_NODE,
        LoggingSetup.apply(options.config().logging()),
        (what, cause) -> {
          throw new AssertionError(what, cause);
        },
        reason -> {
          throw new AssertionError(reason);
        },
        new Lifecycle());
  }

  private List<String> processOutput(Attempt attempt) throws Exception {
    List<String> command = new ArrayList<>(List.of(Distribution.kubelet().toString()));
    command.addAll(arguments(attempt));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(containerd.inItsCgroup(command))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the second agent ends").isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    return Files.readAllLines(output);
  }

  /** Ids of the containers that the first agent runs, each started once. */
  private Set<String> containers() {
    Map<String, Integer> restarts =
        Stream.of("one", "two")
            .map(first::awaitReady)
            .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
            .collect(
                Collectors.toMap(
                    ContainerStatus::getContainerID, ContainerStatus::getRestartCount));
    assertThat(restarts.values()).containsOnly(0);
    return new TreeSet<>(restarts.keySet());
  }
}
