package dev.jubelet.it.apiserver;

import static dev.jubelet.it.apiserver.ApiLink.PODS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.certificate.CertificateException;
import dev.jubelet.edge.apiserver.certificate.CertificateRotation;
import dev.jubelet.edge.apiserver.certificate.CertificateStore;
import dev.jubelet.edge.apiserver.certificate.CertificateTemplate;
import dev.jubelet.edge.apiserver.certificate.ExpiryGuard;
import dev.jubelet.edge.apiserver.certificate.RotationListener;
import dev.jubelet.edge.apiserver.certificate.Signing;
import dev.jubelet.edge.apiserver.certificate.TlsBootstrap;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.it.cluster.Registrar;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.NeedsControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a token to a certificate, and from that to the next, signed by real controllers. */
@NeedsControlPlane
class BootstrapIT {
  private static ControlPlane plane;

  private final SystemTimers timers = new SystemTimers();
  @TempDir Path directory;

  @BeforeAll
  static void start() {
    plane = ControlPlane.start(ControlPlane.Extra.CONTROLLERS);
  }

  @AfterAll
  static void stop() {
    plane.close();
  }

  @AfterEach
  void close() {
    timers.close();
  }

  private Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  private CertificateStore store() {
    return new CertificateStore(directory.resolve("pki"), "kubelet-client");
  }

  private void bootstrap(String node) {
    Kubeconfig token = Kubeconfig.read(plane.bootstrapKubeconfig());
    try (ApiLink link = new ApiLink(token, timers)) {
      Signing signing = new Signing(link.client(), timers);
      new TlsBootstrap(store(), signing, timers).run(node, token, kubeconfig());
    }
  }

  @Test
  void aMachineWithATokenBecomesANode() throws IOException {
    assertThat(TlsBootstrap.needed(kubeconfig(), timers.now())).isTrue();

    bootstrap("n1");

    assertThat(TlsBootstrap.needed(kubeconfig(), timers.now())).isFalse();
    assertThat(TlsBootstrap.needed(kubeconfig(), timers.now().plus(Duration.ofDays(400)))).isTrue();
    assertThat(store().certificate().orElseThrow().getSubjectX500Principal().getName())
        .contains("CN=system:node:n1", "O=system:nodes");
    assertThat(Files.isSymbolicLink(store().current())).isTrue();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store().current())))
        .isEqualTo("rw-------");
    assertThat(directory.resolve("pki/kubelet-client.key.tmp")).doesNotExist();
    try (ApiLink node = new ApiLink(Kubeconfig.read(kubeconfig()), timers)) {
      Selection<?> mine = Selection.all(PODS).where("spec.nodeName=n1");
      assertThat(node.client().list(mine, ListRequest.NEWEST).items()).isEmpty();
    }
  }

  @Test
  void aCertificateIsReplacedBeforeItEnds() throws IOException {
    bootstrap("n2");
    Path before = store().current().toRealPath();
    try (ApiLink node = new ApiLink(Kubeconfig.read(kubeconfig()), timers);
        CertificateRotation rotation =
            new CertificateRotation(
                store(),
                () -> Optional.of(CertificateTemplate.client("n2")),
                new Signing(node.client(), timers),
                RotationListener.NONE,
                new Later(timers, Duration.ofDays(340)),
                new Random(1))) {
      rotation.start();

      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> !store().current().toRealPath().equals(before));
      assertThat(rotation.expiration()).isPresent();
      assertThat(
              node.client().list(Selection.all(PODS).where("spec.nodeName=n2"), ListRequest.NEWEST))
          .isNotNull();
    }
  }

  @Test
  void aServersCertificateNamesItsAddressesOnceSomebodyApproves() throws Exception {
    CertificateTemplate serving =
        CertificateTemplate.serving("n3", List.of("n3.local"), List.of("10.1.2.3", "fd00::3"));
    try (ApiLink node = new ApiLink(Kubeconfig.read(plane.nodeKubeconfig("n3")), timers)) {
      CertificateStore store = new CertificateStore(directory.resolve("pki"), "kubelet-server");
      try (CertificateRotation rotation =
          new CertificateRotation(
              store,
              () -> Optional.of(serving),
              new Signing(node.client(), timers),
              RotationListener.NONE,
              timers,
              new Random(1))) {
        rotation.start();
        String request = awaitRequest("n3");
        assertThat(store.certificate()).isEmpty();
        plane.kubectl("certificate", "approve", request);
        Awaitility.await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> store.certificate().isPresent());
      }
      assertThat(store.certificate().orElseThrow().getSubjectAlternativeNames().toString())
          .contains("n3.local", "10.1.2.3", "fd00:0:0:0:0:0:0:3");
    }
  }

  @Test
  void aDeniedRequestSaysSo() {
    try (ApiLink node = new ApiLink(Kubeconfig.read(plane.nodeKubeconfig("n4")), timers)) {
      CertificateTemplate serving =
          CertificateTemplate.serving("n4", List.of("n4.local"), List.of("10.1.2.4"));
      FutureTask<String> asking =
          new FutureTask<>(
              () ->
                  new Signing(node.client(), timers)
                      .certificate(
                          serving,
                          KeyPairGenerator.getInstance("EC").generateKeyPair(),
                          Duration.ofMinutes(1),
                          setback -> {}));
      Thread.ofVirtual().start(asking);
      plane.kubectl("certificate", "deny", awaitRequest("n4"));

      assertThatThrownBy(asking::get)
          .cause()
          .isInstanceOfSatisfying(
              CertificateException.class,
              e -> assertThat(e.kind()).isEqualTo(CertificateException.Kind.DENIED))
          .isNotInstanceOf(ApiException.class);
    }
  }

  @Test
  void whoseCertificateHasEndedIsRefusedAndGivesUp() throws Exception {
    KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    Instant ended = timers.now().minus(Duration.ofMinutes(1));
    String pem =
        new Registrar(plane).clientCertificate("n5", keys, ended.minus(Duration.ofDays(1)), ended);
    store().adopt(pem, key(keys), ended);
    Kubeconfig asN5 = Kubeconfig.read(plane.nodeKubeconfig("n5")).as(store().current());
    AtomicReference<String> reason = new AtomicReference<>("");
    try (HurriedTimers hurried = new HurriedTimers(100);
        ApiLink node = new ApiLink(asN5, hurried);
        CertificateRotation rotation =
            new CertificateRotation(
                store(),
                () -> Optional.of(CertificateTemplate.client("n5")),
                new Signing(node.client(), hurried),
                RotationListener.NONE,
                hurried,
                new Random(1));
        ExpiryGuard guard = new ExpiryGuard(rotation, reason::set, hurried)) {
      rotation.start();
      guard.start();
      Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !reason.get().isEmpty());
      assertThat(rotation.current()).isEmpty();
      assertThat(rotation.serverAnswers()).isTrue();
    }
    assertThat(reason.get()).contains("no valid client certificate");
  }

  private static String key(KeyPair keys) {
    return "-----BEGIN PRIVATE KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
        + "\n-----END PRIVATE KEY-----\n";
  }

  /** The name of the only request that this node made. */
  private static String awaitRequest(String node) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                plane
                    .kubectl(
                        "get",
                        "csr",
                        "-o",
                        "jsonpath={.items[?(@.spec.username==\"system:node:"
                            + node
                            + "\")].metadata.name}")
                    .strip(),
            name -> !name.isEmpty());
  }

  /** The same time, some days on. */
  private record Later(Timers timers, Duration by) implements Timers {
    @Override
    public Instant now() {
      return timers.now().plus(by);
    }

    @Override
    public long nanoTime() {
      return timers.nanoTime();
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
      return timers.after(delay, task);
    }
  }
}
