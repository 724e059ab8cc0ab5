package dev.jubelet.volume.csi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodeGetInfoResponse;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import dev.jubelet.edge.plugin.PluginException;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.apiserver.ScriptedAnswer;
import dev.jubelet.testing.apiserver.ScriptedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CsiNodeDriversTest {
  private static final String NODE = "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{%s}}";
  private static final String CSI_NODE =
      "{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"CSINode\",\"metadata\":{\"uid\":\"x\","
          + "\"annotations\":{\"storage.alpha.kubernetes.io/migrated-plugins\":\""
          + CsiNodeObject.MIGRATED_PLUGINS
          + "\"},\"ownerReferences\":[{\"kind\":\"Node\",\"uid\":\"%s\"}]},"
          + "\"spec\":{\"drivers\":[%s]}}";
  private static final String MISSING =
      "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"NotFound\","
          + "\"code\":404}";
  private static final String INVALID =
      "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Invalid\","
          + "\"code\":422}";
  private static final NodeGetInfoResponse FACTS = facts();

  private final SystemTimers timers = new SystemTimers();
  private final ScriptedServer server = new ScriptedServer();
  private final Semaphore changes = new Semaphore(0);
  private final ApiConnection connection =
      new ApiConnection(
          new Kubeconfig(
              Path.of("/none"),
              new KubeconfigCluster(
                  server.address(), Optional.empty(), Optional.empty(), false, Optional.empty()),
              new KubeconfigUser(
                  Optional.empty(), Optional.of("n"), Optional.empty(), Optional.empty())),
          new ConnectionSettings("api", "kubelet", ConnectionSettings.Threads.VIRTUAL),
          KubernetesJson.mapper(),
          timers);
  private Optional<String> nodeUid = Optional.of("uid-1");
  private final CsiNodeDrivers tested =
      new CsiNodeDrivers(
          new ApiClient(
              connection, ClientSettings.usual(-1, 0, timers), KubernetesJson.mapper(), timers),
          "node-1",
          () -> nodeUid,
          changes::release,
          timers);

  private static NodeGetInfoResponse facts() {
    NodeGetInfoResponse.Builder facts =
        NodeGetInfoResponse.newBuilder().setNodeId("id-7").setMaxVolumesPerNode(1L << 40);
    facts.getAccessibleTopologyBuilder().putSegments("zone", "z1");
    return facts.build();
  }

  @AfterEach
  void close() {
    tested.close();
    connection.close();
    server.close();
    timers.close();
  }

  private void answer(String... bodies) {
    for (String body : bodies) {
      server.then(ScriptedAnswer.of(body.equals(MISSING) ? 404 : 200, body));
    }
  }

  private List<String> asked() {
    return server.requests().stream().map(r -> r.method() + " " + r.target().getPath()).toList();
  }

  private String sent(int index) {
    return server.requests().get(index).body();
  }

  @Test
  void theNodeIsNotReadyBeforeItsObjectIsMade() throws InterruptedException {
    assertThat(tested.problem()).contains("CSINode is not yet initialized");
    answer(MISSING, CSI_NODE.formatted("uid-1", ""));
    tested.wake();
    assertThat(changes.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    assertThat(tested.problem()).isEmpty();
    assertThat(asked())
        .containsExactly(
            "GET /apis/storage.k8s.io/v1/csinodes/node-1", "POST /apis/storage.k8s.io/v1/csinodes");
    assertThat(sent(1))
        .contains("\"uid\":\"uid-1\"", "\"drivers\":[]", CsiNodeObject.MIGRATED_PLUGINS);
  }

  @Test
  void theObjectOfAnotherNodeOfThisNameIsReplaced() throws InterruptedException {
    answer(CSI_NODE.formatted("uid-0", ""), "{}", CSI_NODE.formatted("uid-1", ""));
    tested.wake();
    assertThat(changes.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    assertThat(asked())
        .containsExactly(
            "GET /apis/storage.k8s.io/v1/csinodes/node-1",
            "DELETE /apis/storage.k8s.io/v1/csinodes/node-1",
            "POST /apis/storage.k8s.io/v1/csinodes");
    assertThat(sent(1)).contains("\"uid\":\"x\"");
  }

  @Test
  void aDriverIsToldToBothObjects() {
    String node =
        NODE.formatted(
            "\"annotations\":{\"csi.volume.kubernetes.io/nodeid\":\"{\\\"a\\\":\\\"1\\\"}\"}");
    answer(node, node, CSI_NODE.formatted("uid-1", ""), CSI_NODE.formatted("uid-1", ""));
    tested.announce("d", FACTS);
    assertThat(asked())
        .containsExactly(
            "GET /api/v1/nodes/node-1",
            "PATCH /api/v1/nodes/node-1/status",
            "GET /apis/storage.k8s.io/v1/csinodes/node-1",
            "PATCH /apis/storage.k8s.io/v1/csinodes/node-1");
    assertThat(sent(1)).contains("{\\\"a\\\":\\\"1\\\",\\\"d\\\":\\\"id-7\\\"}", "\"zone\":\"z1\"");
    assertThat(sent(3))
        .isEqualTo(
            "{\"spec\":{\"drivers\":[{\"name\":\"d\",\"nodeID\":\"id-7\","
                + "\"topologyKeys\":[\"zone\"],\"allocatable\":{\"count\":2147483647}}]}}");
  }

  @Test
  void aDriverThatIsGoneIsTakenFromBothObjects() {
    String marked =
        NODE.formatted(
            "\"annotations\":{\"csi.volume.kubernetes.io/nodeid\":\"{\\\"d\\\":\\\"id-7\\\"}\"}");
    answer(
        CSI_NODE.formatted("uid-1", "{\"name\":\"d\",\"nodeID\":\"id-7\"}"),
        CSI_NODE.formatted("uid-1", ""),
        marked,
        NODE.formatted(""));
    tested.withdraw("d");
    awaitAsked(4);
    assertThat(asked())
        .containsExactly(
            "GET /apis/storage.k8s.io/v1/csinodes/node-1",
            "PATCH /apis/storage.k8s.io/v1/csinodes/node-1",
            "GET /api/v1/nodes/node-1",
            "PATCH /api/v1/nodes/node-1/status");
    assertThat(sent(1)).contains("\"$patch\":\"delete\"", "\"name\":\"d\"");
    assertThat(sent(3)).contains("\"csi.volume.kubernetes.io/nodeid\":null");
  }

  private void awaitAsked(int times) {
    while (server.requests().size() < times) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatTheClusterKnowsAlreadyIsNotToldAgain() {
    answer(
        NODE.formatted(
            "\"labels\":{\"zone\":\"z1\"},"
                + "\"annotations\":{\"csi.volume.kubernetes.io/nodeid\":\"{\\\"d\\\":\\\"id-7\\\"}\"}"),
        CSI_NODE.formatted(
            "uid-1",
            "{\"name\":\"d\",\"nodeID\":\"id-7\",\"topologyKeys\":[\"zone\"],"
                + "\"allocatable\":{\"count\":2147483647}}"));
    tested.announce("d", FACTS);
    assertThat(asked()).hasSize(2).allMatch(request -> request.startsWith("GET"));
  }

  @Test
  void otherRoomIsToldInPlaceAndByOldServersAnew() {
    String known =
        NODE.formatted(
            "\"labels\":{\"zone\":\"z1\"},"
                + "\"annotations\":{\"csi.volume.kubernetes.io/nodeid\":\"{\\\"d\\\":\\\"id-7\\\"}\"}");
    String less =
        CSI_NODE.formatted(
            "uid-1",
            "{\"name\":\"d\",\"nodeID\":\"id-7\",\"topologyKeys\":[\"zone\"],"
                + "\"allocatable\":{\"count\":3}}");
    answer(known, less, less);
    tested.announce("d", FACTS);
    assertThat(asked()).hasSize(3).last().asString().startsWith("PATCH");
    assertThat(sent(2)).contains("\"count\":2147483647");
    answer(known, less);
    server.then(ScriptedAnswer.of(422, INVALID));
    answer(less, less);
    tested.announce("d", FACTS);
    assertThat(asked().subList(5, 8)).allMatch(request -> request.startsWith("PATCH"));
    assertThat(sent(6)).contains("\"$patch\":\"delete\"");
    assertThat(sent(7)).contains("\"count\":2147483647");
  }

  @Test
  void aPlaceThatContradictsTheNodesLabelIsRefused() {
    answer(NODE.formatted("\"labels\":{\"zone\":\"z2\"}"));
    assertThatThrownBy(() -> tested.announce("d", FACTS))
        .isInstanceOf(PluginException.class)
        .hasMessage(
            "detected topology value collision: driver reported \"zone\":\"z1\""
                + " but existing label is \"zone\":\"z2\"");
  }

  @Test
  void nothingCanBeToldBeforeThereIsANode() {
    nodeUid = Optional.empty();
    assertThatThrownBy(() -> tested.announce("d", FACTS)).isInstanceOf(PluginException.class);
    assertThat(server.requests()).isEmpty();
  }
}
