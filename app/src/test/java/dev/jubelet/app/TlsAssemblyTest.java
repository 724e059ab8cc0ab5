package dev.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.ParseResult;
import dev.jubelet.app.flags.ProcessEnvironment;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.edge.host.HostFactsReader;
import dev.jubelet.edge.host.InotifyWatcher;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.server.tls.SelfSignedFiles;
import dev.jubelet.server.tls.ServingSource;
import dev.jubelet.server.tls.TlsSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class TlsAssemblyTest {
  @TempDir Path directory;
  private final SystemTimers timers = new SystemTimers();
  private final PathWatcher watcher = InotifyWatcher.openOrNone();
  private final Lifecycle lifecycle = new Lifecycle();

  @AfterEach
  void close() {
    lifecycle.close();
    watcher.close();
    timers.close();
  }

  private Optional<TlsSettings> settings(Optional<ServingSource> signed, String... flags) {
    List<String> all = new ArrayList<>(List.of("--cert-dir=" + directory.resolve("pki")));
    all.addAll(List.of(flags));
    ParseResult parsed = KubeletOptions.parse(all, new ProcessEnvironment(directory));
    assertThat(parsed).isInstanceOf(ParseResult.Run.class);
    KubeletOptions options = ((ParseResult.Run) parsed).options();
    NodeProfile node = NodeProfile.of(options, new HostFactsReader().read());
    return new TlsAssembly(options, node, watcher, timers, signed, lifecycle).settings();
  }

  private ServingSource source(String... flags) {
    return settings(Optional.empty(), flags).orElseThrow().certificate();
  }

  private SelfSignedFiles pair(String name) {
    return SelfSignedFiles.present(directory.resolve(name), name, List.of(), timers);
  }

  private static String[] flags(SelfSignedFiles files) {
    return new String[] {
      "--tls-cert-file=" + files.certificate(), "--tls-private-key-file=" + files.key()
    };
  }

  private static KeyedChain read(SelfSignedFiles files) {
    return KeyedChain.read(files.certificate(), files.key());
  }

  private static void move(SelfSignedFiles from, SelfSignedFiles to) throws Exception {
    Files.move(from.key(), to.key(), StandardCopyOption.ATOMIC_MOVE);
    Files.move(from.certificate(), to.certificate(), StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void withoutAnyFilesAPairIsMade() {
    assertThat(source().current()).isPresent();
    assertThat(directory.resolve("pki/kubelet.crt")).exists();
  }

  @Test
  void changedFilesAreShownWithoutARestart() throws Exception {
    SelfSignedFiles given = pair("given");
    KeyedChain first = read(given);
    ServingSource source = source(flags(given));
    lifecycle.start();
    assertThat(source.current()).contains(first);

    SelfSignedFiles next = pair("next");
    KeyedChain second = read(next);
    move(next, given);
    while (!source.current().equals(Optional.of(second))) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  @Test
  void withTheGateOffFilesAreReadOnce() throws Exception {
    SelfSignedFiles given = pair("given");
    KeyedChain first = read(given);
    List<String> flags = new ArrayList<>(List.of(flags(given)));
    flags.add("--feature-gates=ReloadKubeletServerCertificateFile=false");
    ServingSource source = source(flags.toArray(String[]::new));
    lifecycle.start();

    move(pair("next"), given);
    assertThat(source.current()).contains(first);
  }

  @Test
  void filesThatAreNoPairKeepTheAgentFromStarting() {
    SelfSignedFiles one = pair("one");
    SelfSignedFiles other = pair("other");

    assertThatThrownBy(
            () ->
                source(
                    "--tls-cert-file=" + one.certificate(),
                    "--tls-private-key-file=" + other.key()))
        .isInstanceOf(StartException.class)
        .hasMessageContainingAll(
            "tlsCertFile, tlsPrivateKeyFile: ", "one/kubelet.crt", "other/kubelet.key");
  }

  @Test
  void aMissingFileIsNamedWithItsField() {
    assertThatThrownBy(() -> source("--client-ca-file=/nowhere/ca.crt"))
        .isInstanceOf(StartException.class)
        .hasMessageContainingAll("authentication.x509.clientCAFile: ", "/nowhere/ca.crt");
  }

  @Test
  void whatTheClusterSignsIsAskedForEachTime() {
    KeyedChain signed = read(pair("signed"));
    List<KeyedChain> current = new ArrayList<>();
    ServingSource source =
        settings(
                Optional.of(() -> current.stream().findFirst()),
                "--rotate-server-certificates=true")
            .orElseThrow()
            .certificate();

    assertThat(source.current()).isEmpty();
    current.add(signed);
    assertThat(source.current()).contains(signed);
    assertThat(directory.resolve("pki")).doesNotExist();
  }

  @Test
  void withoutAClusterThereIsOnlyWhatWasKept() throws Exception {
    assertThat(source("--rotate-server-certificates=true").current()).isEmpty();

    SelfSignedFiles kept = pair("kept");
    Files.createDirectories(directory.resolve("pki"));
    Files.writeString(
        directory.resolve("pki/kubelet-server-current.pem"),
        Files.readString(kept.certificate()) + Files.readString(kept.key()));
    assertThat(source("--rotate-server-certificates=true").current()).contains(read(kept));
  }
}
