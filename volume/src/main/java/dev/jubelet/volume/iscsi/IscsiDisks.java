package dev.jubelet.volume.iscsi;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.device.AttachedDisks;
import dev.jubelet.volume.device.DiskRecord;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.device.Turns;
import dev.jubelet.volume.disk.VolumeException;
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
 * Brings disks of targets to the node and takes them off. Disks of one target share its sessions,
 * so these end with the last of them.
 *
 * <p>Thread: those of the kind; what concerns one target is done in turns. Owns: {@code iscsi.json}
 * in the place of each disk.
 */
final class IscsiDisks implements AttachedDisks.Wire {
  private static final Logger log = LoggerFactory.getLogger(IscsiDisks.class);
  private static final DiskRecord<Target> RECORD =
      new DiskRecord<>("iscsi.json", Target.class, Target::isComplete);

  private final Path home;
  private final Mounts mounts;
  private final ScsiDevices devices;
  private final Sessions sessions;
  private final Turns turns = new Turns();

  IscsiDisks(Path home, Mounts mounts, ScsiDevices devices, Sessions sessions) {
    this.home = home;
    this.mounts = mounts;
    this.devices = devices;
    this.sessions = sessions;
  }

  /** The disk: its multipath device when it has one. */
  Path attach(Target target, Chap chap, Path global) throws IOException {
    return turns.take(
        target.iqn(),
        () -> {
          RECORD.write(global, target);
          if (target.hasOwnInterface()) {
            sessions.makeInterface(target);
          }
          return find(target, chap);
        });
  }

  private Path find(Target target, Chap chap) throws IOException {
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
    problems.forEach(problem -> log.warn("One way to an iSCSI disk is closed: {}", problem));
    Optional<Path> multipath = devices.awaitMultipath(found);
    return multipath.isPresent() ? multipath.get() : found.getFirst().toRealPath();
  }

  private Optional<Path> through(Target target, String portal, Chap chap, String transport)
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

  @Override
  public void detach(Path device, Path global) throws IOException {
    if (Files.exists(device)) {
      devices.giveUp(device);
    }
    abandon(global);
  }

  @Override
  public void abandon(Path global) throws IOException {
    Optional<Target> written = RECORD.read(global);
    if (written.isEmpty()) {
      log.warn("Nothing is known of the disk in {}: if it has a session, that stays", global);
      RECORD.delete(global);
      return;
    }
    Target target = written.get();
    turns.take(
        target.iqn(),
        () -> {
          if (!isUsed(target)) {
            sessions.logout(target);
          }
          RECORD.delete(global);
          return true;
        });
  }

  @Override
  public Optional<String> volume(Path global) throws IOException {
    return RECORD.read(global).map(Target::name);
  }

  @Override
  public void endLeft(Path global) throws IOException {
    Optional<Target> target = RECORD.read(global);
    if (target.isEmpty()) {
      RECORD.delete(global);
      return;
    }
    for (String portal : target.get().portals()) {
      String name = escaped(target.get().link(portal));
      for (Path link : devices.links("by-path", "{" + name + ",pci-*-" + name + "}")) {
        devices.giveUpIfFree(link, mounts.table());
      }
    }
    abandon(global);
  }

  /** Whether another disk of the target is here, through the same interface. */
  private boolean isUsed(Target target) throws IOException {
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
