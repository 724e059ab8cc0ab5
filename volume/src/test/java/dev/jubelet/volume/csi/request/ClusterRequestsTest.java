package dev.jubelet.volume.csi.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.apiserver.ScriptedAnswer;
import dev.jubelet.testing.apiserver.ScriptedServer;
import dev.jubelet.volume.disk.VolumeException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterRequestsTest {
  private static final String MISSING =
      "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"NotFound\","
          + "\"message\":\"it is not there\",\"code\":404}";

  private final SystemTimers timers = new SystemTimers();
  private final ScriptedServer server = new ScriptedServer();
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
  private final ClusterRequests tested =
      ClusterRequests.of(
          new ApiClient(
              connection, ClientSettings.usual(-1, 0, timers), KubernetesJson.mapper(), timers));

  @AfterEach
  void close() {
    connection.close();
    server.close();
    timers.close();
  }

  private void answer(String metadata, String status) {
    String attachment =
        "{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"VolumeAttachment\","
            + "\"metadata\":{\"name\":\"csi-1\"%s},\"status\":{%s}}".formatted(metadata, status);
    server.then(ScriptedAnswer.of(200, attachment));
  }

  @Test
  void anAttachedVolumeTellsWhatAttachingGave() {
    answer("", "\"attached\":true,\"attachmentMetadata\":{\"lun\":\"3\"}");
    assertThat(tested.attachment("csi-1")).isEqualTo(Map.of("lun", "3"));
    // What failed before it succeeded does not matter any more.
    answer("", "\"attached\":true,\"attachError\":{\"message\":\"busy\"}");
    assertThat(tested.attachment("csi-1")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          ,"deletionTimestamp":"2030-01-01T00:00:00Z" | "attached":true | volume attachment csi-1 is being deleted
          ''                                          | "attached":false,"attachError":{"message":"no room"} | volume attachment csi-1 failed: no room
          ''                                          | "attached":false | volume attachment csi-1 is not attached yet
          """)
  void whatIsNotAttachedIsWaitedFor(String metadata, String status, String message) {
    answer(metadata, status);
    assertThatThrownBy(() -> tested.attachment("csi-1"))
        .isInstanceOf(VolumeException.class)
        .hasMessage(message);
  }

  @Test
  void onlyANodeThatIsFullIsOverItsLimit() {
    answer("", "\"attached\":false,\"attachError\":{\"errorCode\":8}");
    assertThat(tested.isOverLimit("csi-1")).isTrue();
    answer("", "\"attached\":false,\"attachError\":{\"errorCode\":13}");
    assertThat(tested.isOverLimit("csi-1")).isFalse();
    server.then(ScriptedAnswer.of(404, MISSING));
    assertThat(tested.isOverLimit("csi-1")).isFalse();
  }

  @Test
  void secretsAreReadAndMissedByName() {
    server.then(
        ScriptedAnswer.of(
            200,
            "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{},\"data\":{\"key\":\"czNjcmV0\"}}"));
    assertThat(tested.secret("vault", "stage")).isEqualTo(Map.of("key", "s3cret"));
    server.then(ScriptedAnswer.of(404, MISSING));
    assertThatThrownBy(() -> tested.secret("vault", "stage"))
        .hasMessageStartingWith(
            "kubernetes.io/csi: failed to find the secret stage in the namespace vault with error:")
        .hasMessageContaining("it is not there");
  }
}
