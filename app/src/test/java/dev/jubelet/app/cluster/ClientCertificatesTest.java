package dev.jubelet.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.ParseResult;
import dev.jubelet.app.flags.ProcessEnvironment;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.edge.apiserver.certificate.CertificateStore;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import dev.jubelet.edge.apiserver.kubeconfig.PemSource;
import dev.jubelet.server.tls.SelfSignedFiles;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As whom a node speaks whose certificate is renewed. */
final class ClientCertificatesTest {
  @TempDir Path directory;
  private final ManualTimers timers = new ManualTimers();

  private Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  private CertificateStore store() {
    return new CertificateStore(directory.resolve("pki"), "kubelet-client");
  }

  private SelfSignedFiles pair(String name) {
    return SelfSignedFiles.present(directory.resolve(name), name, List.of(), timers);
  }

  private static KeyedChain read(SelfSignedFiles files) {
    return KeyedChain.read(files.certificate(), files.key());
  }

  private void write(String user) throws IOException {
    Files.writeString(
        kubeconfig(),
        """
        clusters: [{name: c, cluster: {server: "https://h:1"}}]
        users: [{name: u, user: {%s}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """
            .formatted(user));
  }

  private static String named(SelfSignedFiles files) {
    return "client-certificate: %s, client-key: %s".formatted(files.certificate(), files.key());
  }

  private static String embedded(SelfSignedFiles files) throws IOException {
    Base64.Encoder base64 = Base64.getEncoder();
    return "client-certificate-data: %s, client-key-data: %s"
        .formatted(
            base64.encodeToString(Files.readAllBytes(files.certificate())),
            base64.encodeToString(Files.readAllBytes(files.key())));
  }

  private Kubeconfig inUse(boolean rotates) {
    ParseResult parsed =
        KubeletOptions.parse(
            List.of(
                "--kubeconfig=" + kubeconfig(),
                "--cert-dir=" + directory.resolve("pki"),
                "--rotate-certificates=" + rotates),
            new ProcessEnvironment(directory));
    assertThat(parsed).isInstanceOf(ParseResult.Run.class);
    return new ClientCertificates(
            ((ParseResult.Run) parsed).options(), "n", new ObjectMapper(), timers)
        .kubeconfig();
  }

  private KubeconfigUser.Pair newest() {
    return new KubeconfigUser.Pair(
        new PemSource.InFile("client-certificate", store().current()),
        new PemSource.InFile("client-key", store().current()));
  }

  @Test
  void withoutRenewalTheKubeconfigIsUsedAsItIs() throws IOException {
    write(named(pair("given")));

    assertThat(inUse(false)).isEqualTo(Kubeconfig.read(kubeconfig()));
    assertThat(store().current()).doesNotExist();
  }

  @Test
  void aCertificateOfTheKubeconfigIsTheFirstOfThoseRenewed() throws IOException {
    SelfSignedFiles given = pair("given");
    for (String user : List.of(named(given), embedded(given))) {
      Files.deleteIfExists(store().current());
      write(user);

      assertThat(inUse(true).user().certificate()).contains(newest());
      assertThat(store().pair()).contains(read(given));
    }
  }

  @Test
  void aRenewedCertificateOutranksThatOfTheKubeconfigUntilItEnds() throws IOException {
    SelfSignedFiles first = pair("first");
    write(named(first));
    inUse(true);
    timers.advance(Duration.ofDays(300));
    SelfSignedFiles second = pair("second");
    write(embedded(second));

    inUse(true);
    assertThat(store().pair()).contains(read(first));
    timers.advance(Duration.ofDays(66));
    inUse(true);
    assertThat(store().pair()).contains(read(second));
  }

  @Test
  void aCertificateThatCannotBeUsedIsNotTakenOver() throws IOException {
    SelfSignedFiles given = pair("given");
    SelfSignedFiles other = pair("other");
    Path missing = directory.resolve("missing.pem");
    for (SelfSignedFiles broken :
        List.of(
            new SelfSignedFiles(given.certificate(), other.key()),
            new SelfSignedFiles(missing, missing))) {
      write(named(broken));

      assertThat(inUse(true)).isEqualTo(Kubeconfig.read(kubeconfig()));
      assertThat(store().current()).doesNotExist();
    }
    write(named(given));
    timers.advance(Duration.ofDays(366));
    assertThat(inUse(true)).isEqualTo(Kubeconfig.read(kubeconfig()));
    assertThat(store().current()).doesNotExist();
  }

  @Test
  void whoHasNoCertificateKeepsWhatItHas() throws IOException {
    write("token: secret");

    assertThat(inUse(true)).isEqualTo(Kubeconfig.read(kubeconfig()));
  }
}
