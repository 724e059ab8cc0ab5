package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.tls.Pem;
import dev.jubelet.testing.apiserver.StallingProxy;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.ControlPlane.Extra;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * A node that begins with nothing but a token, and gets both its certificates from the cluster,
 * whose API server speaks only to nodes it can verify. The tests are the chapters of its life.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class CertificateIT {
  private static final String CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
  private static final String SERVING = "kubernetes.io/kubelet-serving";
  private static final String CONFIG =
      """
      rotateCertificates: true
      serverTLSBootstrap: true
      tlsMinVersion: VersionTLS13
      nodeStatusUpdateFrequency: 2s
      """;
  private static final Duration LONG = Duration.ofHours(10);
  private static final Duration SHORT = Duration.ofHours(1);

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final StallingProxy way;
  private final Registrar registrar;
  private final JoinedNode joined;
  private int firstConnections;

  CertificateIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start(Extra.VERIFIED_NODES);
    way = new StallingProxy(cluster.plane().server().getPort());
    registrar = new Registrar(cluster.plane());
    joined =
        new JoinedNode(
            cluster, TestNode.bootstrapping(containerd, bootstrapThroughProxy(), CONFIG));
  }

  private Path bootstrapThroughProxy() {
    Path file = cluster.plane().bootstrapKubeconfig();
    try {
      String direct = cluster.plane().server().toString();
      return Files.writeString(
          file, Files.readString(file).replace(direct, "https://127.0.0.1:" + way.port()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  void stop() {
    try (way) {
      joined.close();
    }
  }

  private Registrar.Request awaitRequest(String signer) {
    List<Registrar.Request> found = new ArrayList<>();
    joined.await(
        "a request for " + signer,
        () -> {
          registrar.pending(signer).ifPresent(found::add);
          return !found.isEmpty();
        });
    return found.getFirst();
  }

  /** Most of its life is over when it is issued, so that the node asks for the next one at once. */
  private BigInteger issueOld(String signer) {
    Instant now = Instant.now();
    return registrar.issue(awaitRequest(signer), now.minus(LONG), now.plus(SHORT));
  }

  private BigInteger issueFresh(String signer) {
    Instant now = Instant.now();
    return registrar.issue(awaitRequest(signer), now.minus(SHORT), now.plus(LONG));
  }

  private BigInteger kept(String purpose) {
    return Pem.read(joined.node().pki().resolve(purpose + "-current.pem"))
        .certificates()
        .getFirst()
        .getSerialNumber();
  }

  /** The certificate that the node shows to those who trust the cluster's authority. */
  private X509Certificate shown() throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "ca",
        Pem.read(cluster.plane().directory().resolve("pki/ca.crt")).certificates().getFirst());
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    try (Socket socket =
        context.getSocketFactory().createSocket(containerd.gateway(), joined.node().mainPort())) {
      SSLSocket secured = (SSLSocket) socket;
      secured.startHandshake();
      return (X509Certificate) secured.getSession().getPeerCertificates()[0];
    }
  }

  private double metric(String name) {
    return joined
        .node()
        .page("/metrics")
        .flatMap(page -> page.lines().filter(line -> line.startsWith(name + " ")).findFirst())
        .map(
            line ->
                Double.parseDouble(line.substring(name.length() + 1).replace("+Inf", "Infinity")))
        .orElseThrow(() -> new AssertionError("no metric " + name));
  }

  private String logs(String pod) {
    return cluster.kubectl("logs", pod);
  }

  private void launch() {
    List<String> command = new ArrayList<>(joined.node().kubeletCommand());
    command.addAll(List.of("-v=4", "--address=0.0.0.0"));
    joined.node().launch(command, Map.of());
    joined.node().awaitAnswer();
  }

  private List<String> logged(String message) {
    return joined.node().log().lines().filter(line -> line.contains(message)).toList();
  }

  @Test
  @Order(1)
  void withoutCertificateAndServerStaticPodsRunAndTheAgentStopsAtOnce() {
    way.refuse(true);
    joined
        .node()
        .apply(Manifests.pod("own").running("main", containerd.image()).graceSeconds(1), "own");
    launch();
    joined.node().awaitReady("own");
    joined.await("the outage is told", () -> !logged("API server is unreachable").isEmpty());
    joined.node().stopKubelet();
    assertThat(logged("API server is unreachable"))
        .singleElement()
        .asString()
        .contains("https://127.0.0.1:" + way.port());
    assertThat(logged("Cannot go on")).isEmpty();

    launch();
    joined.node().awaitReady("own");
    way.refuse(false);
  }

  @Test
  @Order(2)
  void aTokenBecomesACertificateAndThatTheNext() {
    BigInteger first = issueOld(CLIENT);
    joined.await("the node is ready", cluster::isNodeReady);
    joined.awaitReady(TestNode.podName("own"));
    joined.node().remove("own");
    joined.awaitGone(TestNode.podName("own"));
    assertThat(kept("kubelet-client")).isEqualTo(first);

    firstConnections = way.accepted();
    BigInteger second = issueFresh(CLIENT);
    joined.await("the next one is kept", () -> kept("kubelet-client").equals(second));
    joined.await("it connects anew with it", () -> way.accepted() > firstConnections);
    assertThat(metric("kubelet_certificate_manager_client_ttl_seconds"))
        .isBetween((double) LONG.minusHours(1).toSeconds(), (double) LONG.toSeconds());
    assertThat(metric("kubelet_certificate_manager_client_expiration_renew_errors")).isZero();
  }

  @Test
  @Order(3)
  void untilSomebodyApprovesTheServerRefusesAndSaysWhyOnce() {
    Registrar.Request request = awaitRequest(SERVING);
    assertThat(request.content().getSubject().toString())
        .contains("CN=system:node:testnode", "O=system:nodes");
    cluster.create(
        Workloads.boundPod("talk")
            .container("main", containerd.image(), "echo here; sleep 3600")
            .yaml());
    joined.awaitReady("talk");

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(this::shown)
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("internal_error");
    }
    assertThatThrownBy(() -> logs("talk")).hasMessageContaining("tls: internal error");
    assertThat(
            joined.node().log().lines().filter(l -> l.contains("there is no serving certificate")))
        .hasSize(1);
    assertThat(metric("kubelet_certificate_manager_server_ttl_seconds")).isInfinite();
  }

  @Test
  @Order(4)
  void anApprovedCertificateIsShownAndTheNextOneAfterIt() throws Exception {
    BigInteger first = issueOld(SERVING);
    joined.await(
        "it is kept",
        () -> Files.exists(joined.node().pki().resolve("kubelet-server-current.pem")));
    assertThat(shown().getSerialNumber()).isEqualTo(first);
    assertThat(shown().getSubjectAlternativeNames())
        .contains(List.of(2, TestNode.NODE_NAME), List.of(7, containerd.gateway()));
    assertThat(logs("talk")).isEqualTo("here\n");

    BigInteger second = issueFresh(SERVING);
    joined.await("the next one is kept", () -> kept("kubelet-server").equals(second));
    joined.await("the next one is shown", () -> serial().equals(Optional.of(second)));
    assertThat(logs("talk")).isEqualTo("here\n");
    assertThat(metric("kubelet_certificate_manager_server_rotation_seconds_count")).isEqualTo(1);
    assertThat(metric("kubelet_certificate_manager_server_rotation_seconds_sum"))
        .isGreaterThanOrEqualTo((double) LONG.toSeconds());
    assertThat(metric("kubelet_certificate_manager_server_ttl_seconds")).isPositive();
    assertThat(metric("kubelet_server_expiration_renew_errors")).isZero();
  }

  @Test
  @Order(5)
  void nothingGoesOnForeverWithAFormerCertificate() {
    joined.await("the first connections are left", () -> way.openOf(firstConnections) == 0);
    joined.await("the node is ready", cluster::isNodeReady);
    assertThat(joined.node().log()).doesNotContain("Cannot go on");
  }

  private Optional<BigInteger> serial() {
    try {
      return Optional.of(shown().getSerialNumber());
    } catch (IOException | GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
