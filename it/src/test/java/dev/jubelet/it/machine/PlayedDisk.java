package dev.jubelet.it.machine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A SCSI disk that the kernel plays in memory. It has a name as a disk behind Fibre Channel has
 * one, and a rule of udev gives it the link that an adapter would.
 *
 * <p>Thread: the test's. Owns: the kernel's module and the rule.
 */
final class PlayedDisk implements AutoCloseable {
  static final String TARGET = "500a0982991b8dc5";

  private static final String MODULE = "scsi_debug";
  private static final Path RULE = Path.of("/run/udev/rules.d/99-jubelet-test.rules");
  private static final Path BY_ID = Path.of("/dev/disk/by-id");
  private static final Path BY_PATH = Path.of("/dev/disk/by-path");

  private final String name;

  private PlayedDisk(String name) {
    this.name = name;
  }

  static void assumeHere() {
    Machine.assumePrograms("modprobe", "udevadm", "mkfs.ext4");
    assumeTrue(
        Machine.succeeds("modprobe", "-n", MODULE),
        "this machine's kernel has no module " + MODULE);
    assumeTrue(
        !Files.exists(Path.of("/sys/module", MODULE)),
        "somebody else uses the kernel's module " + MODULE);
  }

  /** A disk that is seen in that many ways. */
  static PlayedDisk start(int ways) {
    Machine.run("modprobe", MODULE, "dev_size_mb=64", "add_host=" + ways, "vpd_use_hostno=0");
    Machine.run("udevadm", "settle");
    String name = nameOfTheNewOne();
    try {
      Files.createDirectories(RULE.getParent());
      Files.writeString(
          RULE,
          """
          ACTION!="remove", SUBSYSTEM=="block", ENV{DEVTYPE}=="disk", ENV{ID_SERIAL}=="%s", KERNEL=="sd*", \
          SYMLINK+="disk/by-path/pci-0000:00:09.0-fc-0x%s-lun-0"
          """
              .formatted(name, TARGET));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Machine.run("udevadm", "control", "--reload");
    Machine.run("udevadm", "trigger", "--action=change", "--subsystem-match=block", "--settle");
    return new PlayedDisk(name);
  }

  private static String nameOfTheNewOne() {
    Path device = played().findFirst().orElseThrow();
    return Machine.run(
            "udevadm",
            "info",
            "--query=property",
            "--property=ID_SERIAL",
            "--value",
            "/dev/" + device.getFileName())
        .strip();
  }

  /** What the kernel shows of each way to the disk. */
  private static Stream<Path> played() {
    return list(Path.of("/sys/block")).stream().filter(PlayedDisk::isPlayed);
  }

  private static boolean isPlayed(Path device) {
    Path model = device.resolve("device/model");
    return Files.exists(model) && Machine.read(model).strip().equals(MODULE);
  }

  /** Whether multipathd has seen that it is one disk. */
  boolean isJoined() {
    return played().anyMatch(device -> !list(device.resolve("holders")).isEmpty());
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> all = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
      return all.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a source of a volume: the disk by its own name. */
  String byName(boolean readOnly) {
    return "fc: {wwids: [\"%s\"], fsType: ext4, readOnly: %s}".formatted(name, readOnly);
  }

  /** By what it is connected to. */
  String byTarget() {
    return "fc: {targetWWNs: [\"%s\"], lun: 0, fsType: ext4}".formatted(TARGET);
  }

  /** Whether the node still sees it. */
  boolean isHere() {
    return Files.exists(BY_ID.resolve("scsi-" + name))
        || list(BY_PATH).stream().anyMatch(link -> link.toString().contains(TARGET));
  }

  @Override
  public void close() {
    try {
      Files.delete(RULE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Machine.run("udevadm", "control", "--reload");
    Machine.run("udevadm", "settle");
    Machine.run("modprobe", "-r", MODULE);
  }
}
