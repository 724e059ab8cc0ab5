package dev.jubelet.volume.iscsi;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.san.DiskRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attaches disks of targets and detaches them. Disks of one target share its sessions, so these end
 * with the last of them.
 *
 * <p>Thread: those of the plugin; one at a time for a target. Owns: {@code iscsi.json} in the
 * directory of each disk.
 */
final class IscsiAttacher {
  private static final Logger log = LoggerFactory.getLogger(IscsiAttacher.class);
  private static final DiskRecord<IscsiTarget> RECORD =
      new DiskRecord<>("iscsi.json", IscsiTarget.class, IscsiTarget::isComplete);

  private final Path home;
  private final Mounts mounts;
  private final ScsiDevices devices;
  private final IscsiSessions sessions;
  private final KeyedLocks<String> targets = new KeyedLocks<>();

  IscsiAttacher(Path home, Mounts mounts, ScsiDevices devices, IscsiSessions sessions) {
    this.home = home;
    this.mounts = mounts;
    this.devices = devices;
    this.sessions = sessions;
  }

  /** The disk: its multipath device when it has one. */
  Path attach(IscsiTarget target, Chap chap, Path directory) throws IOException {
    try (KeyedLocks.Held _ = targets.lock(target.iqn())) {
      RECORD.write(directory, target);
      if (target.hasOwnInterface()) {
        sessions.makeInterface(target);
      }
      return find(target, chap);
    }
  }

  private Path find(IscsiTarget target, Chap chap) throws IOException {
    String transport = sessions.transport(target);
    if (transport.isEmpty()) {
      throw new VolumeException(
          "iscsi: could not find the transport of iface " + target.initIface());
    }
    List<Path> found = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String portal : target.portals()) {
      try {
        through(target, portal, chap, transport).ifPresent(found::add);
      } catch (VolumeException e) {
        problems.add(e.text());
      }
    }
    if (found.isEmpty()) {
      throw new VolumeException(
          "failed to get any path for iscsi disk, last err seen:\n" + String.join("\n", problems));
    }
    problems.forEach(
        problem ->
            log.atWarn()
                .addKeyValue("iqn", target.iqn())
                .addKeyValue("cause", problem)
                .log("Failed to attach one path of iSCSI disk; continuing with the others"));
    Optional<Path> multipath = devices.awaitMultipath(found);
    return multipath.isPresent() ? multipath.get() : found.getFirst().toRealPath();
  }

  private Optional<Path> through(IscsiTarget target, String portal, Chap chap, String transport)
      throws IOException {
    if (sessions.host(target, portal).isEmpty()) {
      sessions.login(target, portal, chap);
    }
    var host = sessions.host(target, portal);
    if (host.isPresent()) {
      devices.scan(host.getAsInt(), target.lun());
    }
    String name = target.link(portal);
    Path link = devices.dev().resolve("disk/by-path").resolve(name);
    devices.settle(link);
    String glob = transport.equals("tcp") ? escaped(name) : "pci-*-" + escaped(name);
    Optional<Path> found = devices.links("by-path", glob).stream().findFirst();
    if (found.isEmpty()) {
      throw new VolumeException(
          "Could not attach disk: Timeout after 30s: %s did not appear".formatted(link));
    }
    return found;
  }

  /** Addresses of IPv6 stand in brackets, which mean something else in a pattern. */
  private static String escaped(String name) {
    return name.replace("[", "\\[").replace("]", "\\]");
  }

  void detach(Path device, Path directory) throws IOException {
    if (Files.exists(device)) {
      devices.detach(device);
    }
    detachUnknown(directory);
  }

  void detachUnknown(Path directory) throws IOException {
    Optional<IscsiTarget> written = RECORD.read(directory);
    if (written.isEmpty()) {
      log.atWarn()
          .addKeyValue("directory", directory)
          .log("Disk has no readable record; leaving its iSCSI session, if there is one");
      RECORD.delete(directory);
      return;
    }
    IscsiTarget target = written.get();
    try (KeyedLocks.Held _ = targets.lock(target.iqn())) {
      if (!isUsed(target)) {
        sessions.logout(target);
      }
      RECORD.delete(directory);
    }
  }

  Optional<String> volumeName(Path directory) throws IOException {
    return RECORD.read(directory).map(IscsiTarget::name);
  }

  void detachOrphan(Path directory) throws IOException {
    Optional<IscsiTarget> target = RECORD.read(directory);
    if (target.isEmpty()) {
      RECORD.delete(directory);
      return;
    }
    for (String portal : target.get().portals()) {
      String name = escaped(target.get().link(portal));
      for (Path link : devices.links("by-path", "{" + name + ",pci-*-" + name + "}")) {
        devices.detachIfUnused(link, mounts.table());
      }
    }
    detachUnknown(directory);
  }

  /** Whether another disk of the target is here, through the same interface. */
  private boolean isUsed(IscsiTarget target) throws IOException {
    String others = target.portals().getFirst() + "-" + target.iqn() + "-lun-";
    String mine = others + target.lun();
    for (Path all : List.of(home, home.resolve("volumeDevices"))) {
      Path directory = all.resolve("iface-" + target.iface());
      if (Files.isDirectory(directory)) {
        try (Stream<Path> entries = Files.list(directory)) {
          if (entries
              .map(entry -> entry.getFileName().toString())
              .anyMatch(name -> name.startsWith(others) && !name.equals(mine))) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
