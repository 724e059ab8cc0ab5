package dev.jubelet.edge.apiserver.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KubeconfigTest {
  @TempDir Path directory;

  private Kubeconfig read(String cluster, String user) throws IOException {
    return read(
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: other
          cluster: {server: "https://other"}
        - name: here
          cluster: %s
        users:
        - name: me
          user: %s
        contexts:
        - name: now
          context: {cluster: here, user: me}
        current-context: now
        """
            .formatted(cluster, user));
  }

  private Kubeconfig read(String text) throws IOException {
    return Kubeconfig.read(Files.writeString(directory.resolve("kubeconfig"), text));
  }

  @Test
  void takesWhatTheCurrentContextNames() throws IOException {
    Kubeconfig config = read("{server: 'https://h:6443/', tls-server-name: n}", "{token: t}");

    assertThat(config.cluster().server()).isEqualTo(URI.create("https://h:6443"));
    assertThat(config.cluster().serverName()).contains("n");
    assertThat(config.user().token()).contains("t");
  }

  @Test
  void findsFilesFromItsOwnDirectory() throws IOException {
    Files.writeString(directory.resolve("ca.pem"), "the authority");
    Kubeconfig config =
        read(
            "{server: 'https://h', certificate-authority: ca.pem}",
            "{tokenFile: t, client-certificate: /c.pem, client-key: k.pem}");

    assertThat(config.cluster().authority().orElseThrow().text()).isEqualTo("the authority");
    assertThat(config.user().tokenFile()).contains(directory.resolve("t"));
    KubeconfigUser.Pair pair = config.user().certificate().orElseThrow();
    assertThat(pair.chain()).isInstanceOf(PemSource.InFile.class);
    assertThat(pair.chain().origin()).startsWith("/c.pem (");
    assertThat(pair.key().origin()).startsWith(directory.resolve("k.pem") + " (");
  }

  @Test
  void prefersDataToFiles() throws IOException {
    Kubeconfig config =
        read(
            "{server: 'https://h', certificate-authority: x, certificate-authority-data: aGk=}",
            "{}");

    assertThat(config.cluster().authority().orElseThrow().text()).isEqualTo("hi");
  }

  @Test
  void readsAFileOfThatMomentEachTime() throws IOException {
    Path file = Files.writeString(directory.resolve("ca.pem"), "one");
    PemSource authority =
        read("{server: 'https://h', certificate-authority: ca.pem}", "{}")
            .cluster()
            .authority()
            .orElseThrow();

    Files.writeString(file, "two");

    assertThat(authority.text()).isEqualTo("two");
  }

  @Test
  void isAnonymousWithoutAUser() throws IOException {
    Kubeconfig config =
        read(
            """
            clusters: [{name: c, cluster: {server: "127.0.0.1:8080"}}]
            contexts: [{name: x, context: {cluster: c}}]
            current-context: x
            """);

    assertThat(config.cluster().server()).isEqualTo(URI.create("http://127.0.0.1:8080"));
    assertThat(config.user()).isEqualTo(UserReader.ANONYMOUS);
  }

  @Test
  void readsAPlugin() throws IOException {
    ExecPlugin plugin =
        read(
                "{server: 'https://h'}",
                "{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never,"
                    + " command: bin/login, args: [a], env: [{name: N, value: v}],"
                    + " provideClusterInfo: true}}")
            .user()
            .exec()
            .orElseThrow();

    assertThat(plugin.command()).isEqualTo(directory.resolve("bin/login").toString());
    assertThat(plugin.arguments()).containsExactly("a");
    assertThat(plugin.environment()).containsEntry("N", "v");
    assertThat(plugin.tellCluster()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                     | {} | clusters[1].cluster.server is missing",
        "{server: 'ftp://h'}                    | {} | clusters[1].cluster.server is \"ftp://h\"",
        "{server: 7}                            | {} | clusters[1].cluster.server must be text",
        "{server: h, insecure-skip-tls-verify: maybe} | {} | must be true or false",
        "{server: h, certificate-authority-data: '*'} | {} | certificate-authority-data",
        "{server: h, insecure-skip-tls-verify: true, certificate-authority: c} | {} | exclude",
        "{server: h, proxy-url: 'socks5://p'}   | {} | only http://host:port is supported",
        "{server: h} | {client-certificate: c}  | users[0].user.client-key is missing",
        "{server: h} | {username: u}            | users[0].user.username is not supported",
        "{server: h} | {exec: {apiVersion: v1}} | exec.apiVersion is \"v1\"",
        "{server: h} | {exec: {apiVersion: client.authentication.k8s.io/v1, command: c}} |"
            + " interactiveMode is missing",
        "{server: h} | {exec: {apiVersion: client.authentication.k8s.io/v1, command: c,"
            + " interactiveMode: Always}} | nobody is there",
        "{server: h, server: g} | {}            | duplicate key clusters[1].cluster.server (line",
      })
  void namesTheFileAndTheFieldThatIsWrong(String cluster, String user, String complaint) {
    assertThatThrownBy(() -> read(cluster, user))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageContaining("kubeconfig " + directory.resolve("kubeconfig"))
        .hasMessageContaining(complaint);
  }

  @Test
  void saysWhichNameLeadsNowhere() {
    assertThatThrownBy(() -> read("contexts: []\ncurrent-context: gone"))
        .hasMessageContaining("contexts holds no \"gone\", which current-context names");
  }

  @Test
  void saysWhichFileIsNotThere() {
    assertThatThrownBy(() -> Kubeconfig.read(directory.resolve("none")))
        .isInstanceOfSatisfying(
            KubeconfigException.class,
            e -> assertThat(e.kind()).isEqualTo(KubeconfigException.Kind.UNREADABLE))
        .hasMessageContaining(directory.resolve("none").toString());
  }

  @Test
  void keepsSecretsOutOfItsText() throws IOException {
    Kubeconfig config =
        read(
            "{server: 'https://h'}",
            "{token: s3cret, client-certificate-data: aGk=, client-key-data: czNjcmV0}");

    assertThat(config.toString()).doesNotContain("s3cret");
  }
}
