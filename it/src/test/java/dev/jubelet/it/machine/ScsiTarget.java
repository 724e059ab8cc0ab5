package dev.jubelet.it.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.time.Patience;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * An iSCSI target of the test's own: two disks in files, reached through two portals on loopback
 * addresses.
 *
 * <p>Thread: the test's. Owns: the process that serves it, its files, and what this machine's
 * initiator remembers of it.
 */
final class ScsiTarget implements AutoCloseable {
  static final String NAME = "iqn.2026-01.dev.jubelet:test";
  static final String USER = "jubelet";
  static final String PASSWORD = "correct-horse-battery";

  private static final long DISK_BYTES = 64 << 20;

  private final Path directory;
  private final int port;
  private final Process server;

  private ScsiTarget(Path directory, int port, Process server) {
    this.directory = directory;
    this.port = port;
    this.server = server;
  }

  static void assumeHere() {
    Machine.assumePrograms("tgtd", "tgtadm", "iscsiadm", "iscsid", "mkfs.ext4");
    Machine.assumeModule("iscsi_tcp");
  }

  static ScsiTarget start() {
    try {
      int port = freePort();
      Path directory = Files.createTempDirectory(Path.of("/var/tmp"), "target");
      ScsiTarget target = new ScsiTarget(directory, port, serve(directory, port));
      target.awaitAnswer();
      target.admin("--mode", "target", "--op", "new", "--tid", "1", "-T", NAME);
      for (int lun = 1; lun <= 2; lun++) {
        target.addDisk(lun);
      }
      target.admin("--mode", "target", "--op", "bind", "--tid", "1", "-I", "ALL");
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Process serve(Path directory, int port) throws IOException {
    String portals = "portal=127.0.0.1:%1$d,portal=127.0.0.2:%1$d".formatted(port);
    return new ProcessBuilder("tgtd", "-f", "-C", control(port), "--iscsi", portals)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("log").toFile())
        .start();
  }

  /** The number under which it takes orders; 0 is that of the machine's own. */
  private static String control(int port) {
    return String.valueOf(1 + port % Short.MAX_VALUE);
  }

  private void awaitAnswer() {
    long deadline = System.nanoTime() + Patience.of(Duration.ofSeconds(30)).toNanos();
    while (!Machine.succeeds(adminCommand("--mode", "sys", "--op", "show"))) {
      assertThat(server.isAlive()).as("tgtd runs: %s", log()).isTrue();
      assertThat(System.nanoTime()).as("tgtd answers: %s", log()).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  private String log() {
    return Machine.read(directory.resolve("log"));
  }

  private void addDisk(int lun) throws IOException {
    Path file = directory.resolve("disk" + lun);
    try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
      disk.setLength(DISK_BYTES);
    }
    String number = String.valueOf(lun);
    String path = file.toString();
    admin("--mode", "logicalunit", "--op", "new", "--tid", "1", "--lun", number, "-b", path);
  }

  /** From now on nobody may ask for targets or log in without the name and the password. */
  void wantPassword() {
    admin("--mode", "account", "--op", "new", "--user", USER, "--password", PASSWORD);
    admin("--mode", "account", "--op", "bind", "--tid", "1", "--user", USER);
    admin("--mode", "account", "--op", "bind", "--user", USER);
  }

  private void admin(String... arguments) {
    Machine.run(adminCommand(arguments));
  }

  private String[] adminCommand(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("tgtadm", "-C", control(port), "--lld", "iscsi"));
    command.addAll(List.of(arguments));
    return command.toArray(String[]::new);
  }

  /** As a source of a volume; {@code more} are further fields, each after a comma. */
  String volume(int lun, String more) {
    return "iscsi: {targetPortal: \"127.0.0.1:%d\", iqn: \"%s\", lun: %d, fsType: ext4%s}"
        .formatted(port, NAME, lun, more);
  }

  String secondPortal() {
    return "127.0.0.2:" + port;
  }

  /** One line for each connection of this machine with the target. */
  static List<String> sessions() {
    return Machine.ask("iscsiadm", "-m", "session")
        .lines()
        .filter(line -> line.contains(NAME))
        .toList();
  }

  /** The links to disks of the target. */
  static List<Path> disks() {
    Path links = Path.of("/dev/disk/by-path");
    try (Stream<Path> all = Files.isDirectory(links) ? Files.list(links) : Stream.empty()) {
      return all.filter(link -> link.getFileName().toString().contains(NAME)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    Machine.ask("iscsiadm", "-m", "node", "-T", NAME, "--logout");
    Machine.ask("iscsiadm", "-m", "node", "-T", NAME, "-o", "delete");
    for (String portal : List.of("127.0.0.1:" + port, secondPortal())) {
      Machine.ask(
          "iscsiadm", "-m", "discoverydb", "-t", "sendtargets", "-p", portal, "-o", "delete");
    }
    server.destroyForcibly();
    try {
      server.waitFor();
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
