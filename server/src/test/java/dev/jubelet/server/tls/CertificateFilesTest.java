package dev.jubelet.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.Lane;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.host.InotifyWatcher;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CertificateFilesTest {
  private static final Lane.Next SOON = new Lane.Next.After(Duration.ofSeconds(1));
  private static final Lane.Next LATER = new Lane.Next.After(Duration.ofMinutes(1));

  @TempDir Path directory;
  private TestAuthority authority;
  private Path certificate;
  private Path key;

  @BeforeEach
  void writeFirst() throws Exception {
    authority = new TestAuthority("ca");
    certificate = directory.resolve("tls.crt");
    key = directory.resolve("tls.key");
    write(directory, "CN=first");
  }

  private void write(Path into, String subject) throws Exception {
    TestAuthority.Identity identity = authority.server(subject);
    Files.writeString(into.resolve("tls.crt"), identity.certificatePem());
    Files.writeString(into.resolve("tls.key"), identity.keyPem());
  }

  private CertificateFiles files(PathWatcher watcher, Timers timers) {
    return new CertificateFiles(certificate, key, watcher, timers);
  }

  private static String subject(CertificateFiles files) {
    return files.current().map(KeyedChain::leaf).orElseThrow().getSubjectX500Principal().getName();
  }

  private static void await(CertificateFiles files, String subject) {
    while (!subject(files).equals(subject)) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  @Test
  void aPairThatCannotBeUsedIsRefusedAtTheStart() throws Exception {
    Files.writeString(key, authority.server("CN=other").keyPem());

    assertThatThrownBy(() -> files(PathWatcher.NONE, new ManualTimers()))
        .isInstanceOf(TlsException.class)
        .hasMessageContainingAll("tls.key", "tls.crt");
  }

  @Test
  void aHalfWrittenPairLeavesTheFormerOneAndIsLookedAtAgain() throws Exception {
    CertificateFiles files = files(PathWatcher.NONE, new ManualTimers());
    TestAuthority.Identity second = authority.server("CN=second");

    Files.writeString(certificate, second.certificatePem());
    assertThat(files.step()).isEqualTo(SOON);
    assertThat(subject(files)).isEqualTo("CN=first");
    Files.writeString(key, second.keyPem());
    assertThat(files.step()).isEqualTo(LATER);
    assertThat(subject(files)).isEqualTo("CN=second");
  }

  @Test
  void aPairThatStaysBrokenLeavesTheFormerOneUntilItIsMended() throws Exception {
    CertificateFiles files = files(PathWatcher.NONE, new ManualTimers());

    for (String broken : new String[] {"", "-----BEGIN CERTIFICATE-----\nAAAA"}) {
      Files.writeString(certificate, broken);
      files.step();
      assertThat(files.step()).isEqualTo(LATER);
      assertThat(subject(files)).isEqualTo("CN=first");
    }
    Files.delete(key);
    assertThat(files.step()).isEqualTo(LATER);
    assertThat(subject(files)).isEqualTo("CN=first");

    write(directory, "CN=mended");
    assertThat(files.step()).isEqualTo(LATER);
    assertThat(subject(files)).isEqualTo("CN=mended");
  }

  @Test
  void changesAreSeenHoweverTheyAreMade() throws Exception {
    try (PathWatcher watcher = InotifyWatcher.openOrNone();
        SystemTimers timers = new SystemTimers();
        CertificateFiles files = files(watcher, timers)) {
      files.start();
      write(directory, "CN=written");
      await(files, "CN=written");

      Path aside = Files.createDirectory(directory.resolve("aside"));
      write(aside, "CN=moved");
      for (String name : new String[] {"tls.key", "tls.crt"}) {
        Files.move(aside.resolve(name), directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      }
      await(files, "CN=moved");
    }
  }

  /** As a secret is mounted: the files are links through a link that is turned at once. */
  @Test
  void aTurnedLinkIsSeenAgainAndAgain() throws Exception {
    Path volume = Files.createDirectory(directory.resolve("volume"));
    turn(volume, "CN=one");
    for (String name : new String[] {"tls.crt", "tls.key"}) {
      Files.createSymbolicLink(volume.resolve(name), Path.of("..data").resolve(name));
      Files.delete(directory.resolve(name));
      Files.createSymbolicLink(directory.resolve(name), volume.resolve(name));
    }
    try (PathWatcher watcher = InotifyWatcher.openOrNone();
        SystemTimers timers = new SystemTimers();
        CertificateFiles files = files(watcher, timers)) {
      files.start();
      assertThat(subject(files)).isEqualTo("CN=one");
      for (String next : new String[] {"CN=two", "CN=three", "CN=four"}) {
        turn(volume, next);
        await(files, next);
      }
    }
  }

  private void turn(Path volume, String subject) throws Exception {
    Path content = Files.createDirectory(volume.resolve(".." + subject.substring(3)));
    write(content, subject);
    Path link = Files.createSymbolicLink(volume.resolve("..data_tmp"), content.getFileName());
    Files.move(link, volume.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
  }
}
