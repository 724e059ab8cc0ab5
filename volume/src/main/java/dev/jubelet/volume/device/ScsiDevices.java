package dev.jubelet.volume.device;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.host.MountTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disks that come and go over a wire: how the kernel is told to look for them, where they appear,
 * which multipath device stands before them, and how they are given up.
 *
 * <p>Thread: any; may take as long as the programs do. Owns: nothing.
 *
 * @param sys where the kernel shows devices, {@code /sys}
 * @param dev where their files are, {@code /dev}
 */
public record ScsiDevices(Path sys, Path dev, HostCommands commands) {
  private static final Logger log = LoggerFactory.getLogger(ScsiDevices.class);
  private static final int SETTLE_SECONDS = 30;
  private static final int JOIN_SECONDS = 10;

  /** What holds devices of pods open. */
  public LoopDevices loopDevices() {
    return new LoopDevices(sys, commands);
  }

  /** Lets every adapter look at all addresses. */
  public void scanAll() throws IOException {
    for (Path host : entries(sys.resolve("class/scsi_host"), "host*")) {
      write(host.resolve("scan"), "- - -");
    }
  }

  /** Lets one adapter look for one unit. */
  public void scan(int host, int lun) throws IOException {
    write(sys.resolve("class/scsi_host/host" + host + "/scan"), "0 0 " + lun);
  }

  /** Waits until the links to new devices are made, or this one is. */
  public void settle(Path link) {
    waitForLinks("--exit-if-exists=" + link);
  }

  /** Waits until the links to new devices are made. */
  public void settle() {
    waitForLinks();
  }

  private void waitForLinks(String... more) {
    List<String> command = new ArrayList<>(List.of("udevadm", "settle"));
    command.add("--timeout=" + SETTLE_SECONDS);
    command.addAll(List.of(more));
    try {
      commands.run(command);
    } catch (HostException e) {
      log.atDebug()
          .addKeyValue("cause", e.getMessage())
          .log("Failed to run udevadm settle; continuing");
    }
  }

  /**
   * The links below {@code disk/<by>} whose names match. One that leads nowhere is of a disk that
   * has gone.
   */
  public List<Path> links(String by, String glob) throws IOException {
    return entries(dev.resolve("disk").resolve(by), glob).stream().filter(Files::exists).toList();
  }

  /** The multipath device that this disk is a path of. */
  public Optional<Path> multipath(Path device) throws IOException {
    String name = device.toRealPath().getFileName().toString();
    for (Path mapper : entries(sys.resolve("block"), "dm-*")) {
      if (Files.exists(mapper.resolve("slaves").resolve(name))) {
        return Optional.of(dev.resolve(mapper.getFileName().toString()));
      }
    }
    return Optional.empty();
  }

  /**
   * The same of a disk that is seen in several ways. Where a daemon joins these, it is given a
   * little time: it does so after the links are made, and cannot once the disk is mounted.
   */
  public Optional<Path> awaitMultipath(List<Path> ways) throws IOException {
    Path first = ways.getFirst();
    Optional<Path> there = multipath(first);
    if (there.isPresent() || ways.size() < 2 || !joinsPaths()) {
      return there;
    }
    Optional<String> name = ownName(ways);
    if (name.isPresent()) {
      Path joined = dev.resolve("disk/by-id/dm-uuid-mpath-" + name.get());
      commands.run("udevadm", "wait", "--timeout=" + JOIN_SECONDS, joined.toString());
    }
    return multipath(first);
  }

  private boolean joinsPaths() {
    try {
      return commands.run("multipathd", "show", "daemon").succeeded();
    } catch (HostException e) {
      log.atDebug()
          .addKeyValue("cause", e.getMessage())
          .log("multipathd does not run; using a single path");
      return false;
    }
  }

  /** What the disk calls itself, by the link that leads to one of the ways. */
  private Optional<String> ownName(List<Path> ways) throws IOException {
    Set<Path> real = new HashSet<>();
    for (Path way : ways) {
      real.add(way.toRealPath());
    }
    // The registered form comes first; programs may have made links of other forms.
    for (String glob : List.of("scsi-3*", "scsi-*")) {
      for (Path link : links("by-id", glob)) {
        if (real.contains(link.toRealPath())) {
          return Optional.of(link.getFileName().toString().substring("scsi-".length()));
        }
      }
    }
    return Optional.empty();
  }

  /** Writes out what is buffered and forgets the disk; of a multipath device all its paths. */
  public void detach(Path device) throws IOException {
    String name = device.toRealPath().getFileName().toString();
    List<Path> paths = new ArrayList<>();
    for (Path slave : entries(sys.resolve("block").resolve(name).resolve("slaves"), "*")) {
      paths.add(dev.resolve(slave.getFileName().toString()));
    }
    if (paths.isEmpty()) {
      paths.add(dev.resolve(name));
    } else {
      commands.run("multipath", "-f", dev.resolve(name).toString());
    }
    for (Path path : paths) {
      commands.run("blockdev", "--flushbufs", path.toString());
      write(
          sys.resolve("block").resolve(path.getFileName().toString()).resolve("device/delete"),
          "1");
    }
  }

  /** Gives up a disk that is known by a link, unless something stands on it. */
  public void detachIfUnused(Path link, MountTable mounted) throws IOException {
    if (!Files.exists(link)) {
      return;
    }
    Path disk = multipath(link).orElse(link.toRealPath());
    if (isInUse(disk, mounted)) {
      log.atWarn().addKeyValue("device", disk).log("Disk is in use; leaving it attached");
    } else {
      detach(disk);
    }
  }

  private boolean isInUse(Path disk, MountTable mounted) throws IOException {
    Path holders = sys.resolve("block").resolve(disk.getFileName().toString()).resolve("holders");
    return !entries(holders, "*").isEmpty()
        || mounted.at(Path.of("/")).stream().anyMatch(mount -> isOf(mount.source(), disk));
  }

  /** Programs like {@code mount} may name a device by one of its links. */
  private static boolean isOf(String source, Path disk) {
    try {
      return source.startsWith("/") && Path.of(source).toRealPath().equals(disk.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  /** What cannot be told to the kernel is gone already. */
  private static void write(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text, StandardOpenOption.WRITE);
    } catch (NoSuchFileException e) {
      log.atDebug().addKeyValue("file", file).log("Device is gone already");
    }
  }

  static List<Path> entries(Path directory, String glob) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, glob)) {
      entries.forEach(found::add);
    } catch (NoSuchFileException e) {
      return List.of();
    }
    found.sort(null);
    return found;
  }
}
