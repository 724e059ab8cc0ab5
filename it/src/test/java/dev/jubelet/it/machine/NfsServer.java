package dev.jubelet.it.machine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A share of this machine's own NFS server, under loopback addresses that nobody else uses.
 *
 * <p>Thread: the test's. Owns: the share, and a rule of the firewall while it does not answer.
 */
final class NfsServer implements AutoCloseable {
  /** Clients use the newest version with it. */
  static final String ADDRESS = "127.0.0.77";

  /** Clients are told to use version 3 with it. */
  static final String OLD_ADDRESS = "127.0.0.78";

  private static final String CLIENTS = "127.0.0.0/8";
  private static final Path CLIENT_CONFIG = Path.of("/etc/nfsmount.conf.d/jubelet-test.conf");

  private final Path share;
  private boolean silent;

  private NfsServer(Path share) {
    this.share = share;
  }

  static void assumeHere() {
    Machine.assumePrograms("mount.nfs", "exportfs", "iptables");
    Machine.assumeModule("nfs");
    Path threads = Path.of("/proc/fs/nfsd/threads");
    assumeTrue(
        Files.exists(threads) && !Machine.read(threads).strip().equals("0"),
        "no NFS server runs on this machine (Debian: nfs-kernel-server)");
  }

  static NfsServer start() {
    try {
      Path share = Files.createTempDirectory(Path.of("/var/tmp"), "share");
      Files.setPosixFilePermissions(share, PosixFilePermissions.fromString("rwxrwxrwx"));
      Files.createDirectories(CLIENT_CONFIG.getParent());
      Files.writeString(
          CLIENT_CONFIG, "[ Server \"" + OLD_ADDRESS + "\" ]\nNfsvers=3\nLock=False\n");
      Machine.run(
          "exportfs",
          "-o",
          "rw,sync,insecure,no_root_squash,no_subtree_check,fsid=7077",
          CLIENTS + ":" + share);
      return new NfsServer(share);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path share() {
    return share;
  }

  /** As a source of a volume. */
  String volume(String address, boolean readOnly) {
    return "nfs: {server: %s, path: %s, readOnly: %s}".formatted(address, share, readOnly);
  }

  /** From now on nothing that is sent to it arrives. */
  void fallSilent() {
    if (!silent) {
      rule("-I");
      silent = true;
    }
  }

  void answerAgain() {
    if (silent) {
      rule("-D");
      silent = false;
    }
  }

  private static void rule(String action) {
    for (String address : List.of(ADDRESS, OLD_ADDRESS)) {
      Machine.run("iptables", "-w", action, "INPUT", "-i", "lo", "-d", address, "-j", "DROP");
    }
  }

  @Override
  public void close() {
    answerAgain();
    Machine.run("exportfs", "-u", CLIENTS + ":" + share);
    try (Stream<Path> files = Files.walk(share)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
      Files.delete(CLIENT_CONFIG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
