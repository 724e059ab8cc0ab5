package dev.jubelet.it.cluster;

import dev.jubelet.edge.host.ProcessCommands;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/**
 * A disk of an iSCSI target. The kernels of test machines have no initiator, so a script stands in
 * for {@code iscsiadm}: logging in makes a loop device appear under the name that the disk would
 * have, logging out takes it away. It writes down what it is asked.
 *
 * <p>Thread: the test's. Owns: a directory with the program, and the disk.
 */
final class IscsiDisk implements AutoCloseable {
  private static final String PORTAL = "127.0.0.1";

  private static final long BYTES = 32 << 20;
  private static final Path LINKS = Path.of("/dev/disk/by-path");

  private final ProcessCommands commands = new ProcessCommands(Duration.ofMinutes(1));
  private final Path directory;
  private final String iqn;
  private final Path link;

  IscsiDisk() {
    try {
      directory = Files.createTempDirectory("initiator");
      iqn = "iqn.2026-01.dev.jubelet:" + directory.getFileName();
      link = LINKS.resolve("ip-%s:3260-iscsi-%s-lun-0".formatted(PORTAL, iqn));
      try (RandomAccessFile disk = new RandomAccessFile(file("disk").toFile(), "rw")) {
        disk.setLength(BYTES);
      }
      Files.writeString(file("calls"), "");
      Path program = Files.writeString(file("iscsiadm"), program(link));
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String program(Path link) {
    return """
        #!/bin/sh
        here=${0%%/*}
        echo "$*" >> "$here/calls"
        case "$*" in
          *"-o show") echo "iface.transport_name = tcp" ;;
          "-m session") test -e %1$s || exit 21 ;;
          *--login) mkdir -p %2$s && ln -s "$(losetup -f --show "$here/disk")" %1$s ;;
          *--logout) losetup -d "$(readlink %1$s)" && rm %1$s ;;
        esac
        """
        .formatted(link, LINKS);
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  /** Where the program is. */
  Path directory() {
    return directory;
  }

  /** As a pod writes it. */
  String volume() {
    return "iscsi: {targetPortal: %s, iqn: \"%s\", lun: 0, fsType: ext4}".formatted(PORTAL, iqn);
  }

  /** Its name in the Node object. */
  String name() {
    return "kubernetes.io/iscsi/%s:%s:0".formatted(PORTAL, iqn);
  }

  String calls() {
    try {
      return Files.readString(file("calls"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isOnNode() {
    return Files.exists(link, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void close() {
    try {
      if (isOnNode()) {
        commands.run("losetup", "-d", Files.readSymbolicLink(link).toString());
        Files.delete(link);
      }
      for (String name : List.of("iscsiadm", "calls", "disk")) {
        Files.delete(file(name));
      }
      Files.delete(directory);
      // The machine may have had them, and others may have links there.
      for (Path above : List.of(LINKS, LINKS.resolveSibling(""))) {
        commands.run("rmdir", "--ignore-fail-on-non-empty", above.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
