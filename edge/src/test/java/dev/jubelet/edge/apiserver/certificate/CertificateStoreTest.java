package dev.jubelet.edge.apiserver.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateStoreTest {
  private static final Instant NOW = Instant.parse("2026-05-06T07:08:09Z");

  @TempDir Path directory;

  private CertificateStore store() {
    return new CertificateStore(directory.resolve("pki"), "kubelet-client");
  }

  private void keep(KeyPair keys, Instant now) {
    store().keep(TestCertificate.client("n", keys, NOW, Duration.ofDays(1)), keys, now);
  }

  @Test
  void theCurrentPairIsALinkToAFileOfThatTime() throws IOException {
    keep(Keys.make(), NOW);

    Path file = directory.resolve("pki/kubelet-client-2026-05-06-07-08-09.pem");
    assertThat(Files.readSymbolicLink(store().current())).isEqualTo(file);
    assertThat(file).content().contains("BEGIN CERTIFICATE").contains("BEGIN PRIVATE KEY");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(store().certificate()).isPresent();
  }

  @Test
  void aNewPairTakesTheLinkAndTheOldFileStays() throws IOException {
    keep(Keys.make(), NOW);
    keep(Keys.make(), NOW.plusSeconds(1));

    assertThat(Files.readSymbolicLink(store().current()))
        .hasFileName("kubelet-client-2026-05-06-07-08-10.pem");
    assertThat(directory.resolve("pki/kubelet-client-2026-05-06-07-08-09.pem")).exists();
  }

  @Test
  void aPendingKeyIsTheSameUntilItHasACertificate() {
    KeyPair keys = store().pendingKeys();
    assertThat(store().pendingKeys().getPublic()).isEqualTo(keys.getPublic());
    assertThat(store().pendingKeys().getPrivate()).isEqualTo(keys.getPrivate());

    keep(keys, NOW);

    assertThat(store().pendingKeys().getPublic()).isNotEqualTo(keys.getPublic());
  }

  @Test
  void aPendingKeyThatCannotBeReadIsMadeAnew() throws IOException {
    store().pendingKeys();
    Files.writeString(store().pendingKey(), "half a key");

    assertThat(store().pendingKeys().getPublic()).isEqualTo(store().pendingKeys().getPublic());
  }

  @Test
  void aBrokenPairCountsAsNone() throws IOException {
    keep(Keys.make(), NOW);
    Files.writeString(store().current().toRealPath(), RotationRuleTest.PEM);

    assertThat(store().certificate()).isEmpty();
  }

  @Test
  void bootstrapIsNeededUnlessTheKubeconfigHasACertificateWithLifeInIt() throws IOException {
    Path file = directory.resolve("kubeconfig");
    assertThat(TlsBootstrap.needed(file, NOW)).isTrue();
    Files.writeString(file, "not: a kubeconfig");
    assertThat(TlsBootstrap.needed(file, NOW)).isTrue();
    keep(Keys.make(), NOW);
    Files.writeString(
        file,
        """
        clusters: [{name: c, cluster: {server: "https://h:1"}}]
        users: [{name: u, user: {client-certificate: pki/kubelet-client-current.pem,
                                 client-key: pki/kubelet-client-current.pem}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """);
    assertThat(TlsBootstrap.needed(file, NOW)).isFalse();
    assertThat(TlsBootstrap.needed(file, Instant.parse("2226-01-01T00:00:00Z"))).isTrue();
    assertThat(Kubeconfig.read(file).user().certificate()).isPresent();
  }
}
