package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Probes by gRPC and HTTPS of pods in the host's network, whose address is that of the node, where
 * the servers of this test listen.
 */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("8.4")
final class EndpointProbesIT extends LifecycleSuite {
  private static final String OFTEN = "periodSeconds: 1, timeoutSeconds: 5, failureThreshold: 1}";

  @TempDir Path directory;
  private HealthServers servers;

  EndpointProbesIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @BeforeEach
  void serve() throws IOException, GeneralSecurityException {
    servers = new HealthServers(containerd.gateway(), directory);
  }

  @AfterEach
  void serveNoLonger() {
    servers.close();
  }

  @Test
  void readinessByGrpc() {
    readinessFollowsTheServer("grpc-ready", grpc());
  }

  @Test
  void readinessByHttps() {
    readinessFollowsTheServer("https-ready", https());
  }

  @Test
  @Rule("6.7")
  void livenessByGrpc() {
    aFailureRestarts(
        "grpc-alive", grpc(), "service unhealthy (responded with \\\"NOT_SERVING\\\")");
  }

  @Test
  @Rule("6.7")
  void livenessByHttps() {
    aFailureRestarts("https-alive", https(), "HTTP probe failed with statuscode: 503");
  }

  @Test
  void aServiceThatTheServerDoesNotHaveIsNotReady() {
    apply("other", "readinessProbe: {grpc: {port: " + servers.grpcPort() + "}, " + OFTEN);
    node.await("it was asked", () -> !events("other", "Unhealthy").isEmpty());
    assertThat(TestNode.isReady(node.find("other").orElseThrow())).isFalse();
  }

  private String grpc() {
    return "grpc: {port: %d, service: shop}".formatted(servers.grpcPort());
  }

  private String https() {
    return "httpGet: {scheme: HTTPS, port: %d, path: /health}".formatted(servers.httpsPort());
  }

  private void readinessFollowsTheServer(String pod, String handler) {
    apply(pod, "readinessProbe: {" + handler + ", " + OFTEN);
    node.awaitReady(pod);
    servers.setHealthy(false);
    Pod sick = node.await(pod, "is not ready any more", p -> !TestNode.isReady(p));
    assertThat(status(sick, "main").getRestartCount()).isZero();
    servers.setHealthy(true);
    node.awaitReady(pod);
  }

  private void aFailureRestarts(String pod, String handler, String words) {
    apply(pod, "livenessProbe: {" + handler + ", " + OFTEN);
    awaitRunning(pod, "main");
    String first = status(node.awaitReady(pod), "main").getContainerID();
    servers.setHealthy(false);
    awaitStatus(pod, "main", "was restarted", status -> status.getRestartCount() >= 1);
    servers.setHealthy(true);
    ContainerStatus again = status(node.awaitReady(pod), "main");
    assertThat(again.getContainerID()).isNotEqualTo(first);
    assertThat(events(pod, "Unhealthy")).anyMatch(line -> line.contains(words));
  }

  private void apply(String pod, String probe) {
    node.apply(
        Manifests.pod(pod).spec("  hostNetwork: true").running("main", image()).with(probe), pod);
  }
}
