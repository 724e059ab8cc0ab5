package dev.jubelet.it.apiserver;

import static dev.jubelet.it.apiserver.ApiLink.CONFIG_MAPS;
import static dev.jubelet.it.apiserver.ApiLink.PODS;
import static dev.jubelet.it.apiserver.ApiLink.SECRETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.Deletion;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.Patch;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.NeedsControlPlane;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Requests, and who may make them. */
@NeedsControlPlane
class ApiClientIT {
  private final ControlPlane plane;
  private final SystemTimers timers = new SystemTimers();
  private final ApiLink link;
  private final ApiClient client;
  private String namespace = "";

  ApiClientIT(ControlPlane plane) {
    this.plane = plane;
    this.link = new ApiLink(Kubeconfig.read(plane.adminKubeconfig()), timers);
    this.client = link.client();
  }

  @BeforeEach
  void makeNamespace(TestInfo test) {
    namespace = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
    plane.kubectl("create", "namespace", namespace);
  }

  @AfterEach
  void close() {
    plane.kubectl("delete", "namespace", namespace, "--wait=false");
    link.close();
    timers.close();
  }

  private static void assertKind(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).as(e.text()).isEqualTo(kind));
  }

  private ConfigMap configMap(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToData("k", "v")
        .build();
  }

  static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNodeName("n1")
        .addNewContainer()
        .withName("c")
        .withImage("i")
        .endContainer()
        .endSpec()
        .build();
  }

  @Test
  void anObjectIsMadeReadChangedAndDeleted() {
    ConfigMap made = client.create(CONFIG_MAPS, namespace, configMap("a"));
    ApiObject<ConfigMap> a = CONFIG_MAPS.object(namespace, "a");
    assertThat(client.get(a)).isEqualTo(made);
    made.getData().put("k", "w");
    ConfigMap changed = client.replace(a, made);
    assertThat(changed.getData()).containsEntry("k", "w");

    client.delete(a, Deletion.of(changed.getMetadata().getUid()));

    assertKind(Kind.NOT_FOUND, () -> client.get(a));
  }

  @Test
  void whoComesTooLateIsTold() {
    ConfigMap first = client.create(CONFIG_MAPS, namespace, configMap("a"));
    ApiObject<ConfigMap> a = CONFIG_MAPS.object(namespace, "a");
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("data").put("k", "w");
    client.patch(a, Patch.merge(patch));

    assertKind(Kind.ALREADY_EXISTS, () -> client.create(CONFIG_MAPS, namespace, configMap("a")));
    assertKind(Kind.CONFLICT, () -> client.replace(a, first));
    assertKind(Kind.CONFLICT, () -> client.delete(a, Deletion.of("another")));
    assertThat(client.get(a).getData()).containsEntry("k", "w");
  }

  @Test
  void aStatusIsPatchedByItsOwnPart() {
    client.create(PODS, namespace, pod("p"));
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("status").put("phase", "Running").put("message", "by patch");

    Pod patched =
        client.patch(PODS.object(namespace, "p").part("status"), Patch.strategicMerge(patch));

    assertThat(patched.getStatus().getPhase()).isEqualTo("Running");
    assertThat(client.get(PODS.object(namespace, "p")).getStatus().getMessage())
        .isEqualTo("by patch");
  }

  @Test
  void whatIsAppliedHasAnOwner() {
    ObjectNode wanted = JsonNodeFactory.instance.objectNode();
    wanted.put("apiVersion", "v1").put("kind", "ConfigMap");
    wanted.putObject("metadata").put("name", "a");
    wanted.putObject("data").put("k", "v");
    ApiObject<ConfigMap> a = CONFIG_MAPS.object(namespace, "a");

    ConfigMap applied = client.patch(a, Patch.apply(wanted, "one", false));
    wanted.withObject("/data").put("k", "w");

    assertThat(applied.getMetadata().getManagedFields().getFirst().getManager()).isEqualTo("one");
    assertKind(Kind.CONFLICT, () -> client.patch(a, Patch.apply(wanted, "two", false)));
    assertThat(client.patch(a, Patch.apply(wanted, "two", true)).getData()).containsEntry("k", "w");
  }

  @Test
  void whatIsWrongIsRefused() {
    assertKind(Kind.INVALID, () -> client.create(PODS, namespace, new PodBuilder().build()));
  }

  @Test
  void listsComeWholeAndInPages() {
    for (int i = 0; i < 5; i++) {
      client.create(CONFIG_MAPS, namespace, configMap("a" + i));
    }
    Selection<ConfigMap> all =
        new Selection<>(CONFIG_MAPS, namespace, "metadata.name!=kube-root-ca.crt", "");

    assertThat(client.list(all, ListRequest.NEWEST).items()).hasSize(5);
    var page = client.list(all, new ListRequest("", 2, ""));
    assertThat(page.items()).hasSize(2);
    assertThat(client.list(all, new ListRequest("", 2, page.more())).items())
        .hasSize(2)
        .doesNotContainAnyElementsOf(page.items());
  }

  @Test
  void aNodeSeesOnlyWhatConcernsIt() {
    try (ApiLink node = new ApiLink(Kubeconfig.read(plane.nodeKubeconfig("n1")), timers)) {
      client.create(PODS, namespace, pod("p"));
      Selection<Pod> mine = Selection.all(PODS).where("spec.nodeName=n1");

      assertThat(node.client().list(mine, ListRequest.NEWEST).items())
          .extracting(p -> p.getMetadata().getName())
          .contains("p");
      assertKind(
          Kind.FORBIDDEN, () -> node.client().get(SECRETS.object("kube-system", "anything")));
    }
  }

  @Test
  void aStrangerIsNotKnown(@TempDir Path directory) throws IOException {
    Path token = Files.writeString(directory.resolve("token"), "not a token");
    Path file = directory.resolve("kubeconfig");
    Files.writeString(
        file,
        """
        clusters: [{name: c, cluster: {server: "%s", certificate-authority: "%s"}}]
        users: [{name: u, user: {tokenFile: "%s"}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """
            .formatted(plane.server(), plane.directory().resolve("pki/ca.crt"), token));
    try (ApiLink stranger = new ApiLink(Kubeconfig.read(file), timers)) {
      assertKind(
          Kind.UNAUTHORIZED, () -> stranger.client().list(Selection.all(PODS), ListRequest.NEWEST));
    }
  }

  @Test
  void aTokenIsEnough() {
    try (ApiLink bootstrap = new ApiLink(Kubeconfig.read(plane.bootstrapKubeconfig()), timers)) {
      assertKind(
          Kind.FORBIDDEN, () -> bootstrap.client().list(Selection.all(PODS), ListRequest.NEWEST));
    }
  }

  @Test
  void theServersNameCanBeAnother() {
    int port = plane.server().getPort();
    for (String host : Set.of("127.0.0.1", "localhost")) {
      URI address = URI.create("https://" + host + ":" + port);
      Kubeconfig renamed =
          ApiLink.at(plane.adminKubeconfig(), address, Optional.of("kubernetes.default.svc"));
      Kubeconfig wrong = ApiLink.at(plane.adminKubeconfig(), address, Optional.of("somebody.else"));
      try (ApiLink right = new ApiLink(renamed, timers);
          ApiLink other = new ApiLink(wrong, timers)) {
        assertThat(right.client().list(Selection.all(CONFIG_MAPS), ListRequest.NEWEST)).isNotNull();
        assertThatThrownBy(
                () -> other.client().list(Selection.all(CONFIG_MAPS), ListRequest.NEWEST))
            .hasMessageContaining("somebody.else");
      }
    }
  }

  @Test
  void changedCertificatesAreUsedSoon(@TempDir Path directory) throws IOException {
    Path pki = plane.directory().resolve("pki");
    Path chain = directory.resolve("c.pem");
    Path key = directory.resolve("k.pem");
    Files.copy(pki.resolve("admin.crt"), chain);
    Files.copy(pki.resolve("admin.key"), key);
    Path file = directory.resolve("kubeconfig");
    Files.writeString(
        file,
        """
        clusters: [{name: c, cluster: {server: "%s", certificate-authority: "%s"}}]
        users: [{name: u, user: {client-certificate: c.pem, client-key: k.pem}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """
            .formatted(plane.server(), pki.resolve("ca.crt")));
    try (ApiLink changing = new ApiLink(Kubeconfig.read(file), timers)) {
      Selection<ConfigMap> all = Selection.all(CONFIG_MAPS);
      assertThat(changing.client().list(all, ListRequest.NEWEST)).isNotNull();

      Files.copy(pki.resolve("scheduler.crt"), chain, StandardCopyOption.REPLACE_EXISTING);
      assertThat(changing.client().list(all, ListRequest.NEWEST))
          .as("half a pair leaves the one before")
          .isNotNull();
      Files.copy(pki.resolve("scheduler.key"), key, StandardCopyOption.REPLACE_EXISTING);

      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () ->
                  assertKind(
                      Kind.FORBIDDEN, () -> changing.client().list(all, ListRequest.NEWEST)));
    }
  }
}
