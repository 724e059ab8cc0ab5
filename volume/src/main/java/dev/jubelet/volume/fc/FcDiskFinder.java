package dev.jubelet.volume.fc;

import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.FCVolumeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the disk that a volume names, among those that the node sees. Thread: any. */
record FcDiskFinder(ScsiDevices devices) {

  /** The name of the volume's disk in the Node object. */
  static String name(FCVolumeSource source) {
    return "kubernetes.io/fc/"
        + (isOfTarget(source)
            ? listed(source.getTargetWWNs()) + ":" + source.getLun()
            : listed(source.getWwids()));
  }

  private static String listed(@Nullable List<String> names) {
    return "[" + String.join(" ", list(names)) + "]";
  }

  private static boolean isOfTarget(FCVolumeSource source) {
    return !list(source.getTargetWWNs()).isEmpty() && source.getLun() != null;
  }

  /** The directory of the volume's disk below that of the plugin. */
  static Path directory(FCVolumeSource source) {
    if (isOfTarget(source)) {
      return Path.of(String.join("-", source.getTargetWWNs()) + "-lun-" + source.getLun());
    }
    List<String> disks = list(source.getWwids());
    if (disks.isEmpty()) {
      throw new VolumeException(
          "fc: either targetWWNs and lun, or wwids must be given for a volume");
    }
    return Path.of(String.join("-", disks).replace(' ', '_'));
  }

  /** A multipath device rather than one of its paths. When none is there, adapters look again. */
  Path find(FCVolumeSource source) throws IOException {
    Optional<Path> disk = preferred(source);
    if (disk.isEmpty() || devices.multipath(disk.get()).isEmpty()) {
      devices.scanAll();
      devices.settle();
      disk = preferred(source);
    }
    Path found = disk.orElseThrow(() -> new VolumeException("no fc disk found"));
    return devices.multipath(found).orElse(found.toRealPath());
  }

  private Optional<Path> preferred(FCVolumeSource source) throws IOException {
    List<Path> links = links(source);
    for (Path link : links) {
      if (devices.multipath(link).isPresent()) {
        return Optional.of(link);
      }
    }
    return links.stream().findFirst();
  }

  List<Path> links(FCVolumeSource source) throws IOException {
    List<Path> found = new ArrayList<>();
    if (source.getLun() != null) {
      for (String target : list(source.getTargetWWNs())) {
        String name = "fc-0x%s-lun-%d".formatted(target.toLowerCase(Locale.ROOT), source.getLun());
        found.addAll(devices.links("by-path", "{" + name + ",pci-*-" + name + "}"));
      }
    }
    for (String disk : list(source.getWwids())) {
      // The links are named after the disk with blanks as underscores.
      found.addAll(devices.links("by-id", "scsi-" + disk.replace(' ', '_')));
    }
    return found;
  }

  private static List<String> list(@Nullable List<String> names) {
    return names == null ? List.of() : names;
  }
}
