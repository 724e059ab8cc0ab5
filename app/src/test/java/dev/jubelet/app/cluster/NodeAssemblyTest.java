package dev.jubelet.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.ParseResult;
import dev.jubelet.app.flags.ProcessEnvironment;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.app.metric.StartupMeter;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.host.HostFactsReader;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.apiserver.ScriptedAnswer;
import dev.jubelet.testing.apiserver.ScriptedServer;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class NodeAssemblyTest {

  private final SystemTimers timers = new SystemTimers();
  private final Lifecycle lifecycle = new Lifecycle();
  private final ScriptedServer server = new ScriptedServer();
  private final BlockingQueue<Node> observed = new LinkedBlockingQueue<>();
  private final Path directory;

  NodeAssemblyTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @AfterEach
  void end() {
    lifecycle.close();
    server.close();
    timers.close();
  }

  @Test
  void whatNeedsTheNodeObjectDoesNotWaitForItsStatus() throws Exception {
    server.then(ScriptedAnswer.of(201, "{\"metadata\":{\"name\":\"here\",\"uid\":\"u-1\"}}"));
    assembly().addTo(lifecycle);
    lifecycle.start();

    // Nothing but the registration is ever answered.
    assertThat(observed.take().getMetadata().getUid()).isEqualTo("u-1");
    assertThat(server.requests().getFirst().method()).isEqualTo("POST");
  }

  private NodeAssembly assembly() throws IOException {
    KubeletOptions options = options();
    Path kubeconfig =
        Files.writeString(
            directory.resolve("kubeconfig"),
            """
      apiVersion: v1
      kind: Config
      clusters: [{name: c, cluster: {server: "%s"}}]
      users: [{name: u, user: {}}]
      contexts: [{name: x, context: {cluster: c, user: u}}]
      current-context: x
      """
                .formatted(server.address()));
    Meters meters = new Meters(timers);
    ClusterConnection cluster =
        new ClusterConnection(
            options, Kubeconfig.read(kubeconfig), KubernetesJson.mapper(), meters, timers);
    lifecycle.add("connection", () -> {}, cluster::close);
    NodeProfile profile = NodeProfile.of(options, new HostFactsReader().read());
    FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
    return new NodeAssembly(
        new NodeAssembly.Inputs(
            options,
            profile,
            cluster,
            new RuntimeObserver(cri, "fake", timers),
            List::of,
            Set::of,
            Optional::empty,
            observed::add,
            ranges -> {},
            event -> {},
            new StartupMeter(meters.main, timers, timers.now())),
        KubernetesJson.mapper(),
        timers);
  }

  private KubeletOptions options() {
    ParseResult parsed =
        KubeletOptions.parse(
            List.of("--root-dir=" + directory, "--hostname-override=here"),
            new ProcessEnvironment(directory));
    return ((ParseResult.Run) parsed).options();
  }
}
