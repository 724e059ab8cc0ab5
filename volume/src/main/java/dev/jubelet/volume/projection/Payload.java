package dev.jubelet.volume.projection;

import dev.jubelet.volume.disk.VolumeException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All files of a volume by their path in it. Every path is safe: relative, without a step upwards,
 * and none is both a file and a directory.
 */
public record Payload(SortedMap<String, PayloadFile> files) {

  public Payload {
    SortedMap<String, PayloadFile> clean = new TreeMap<>();
    files.forEach((path, file) -> clean.put(PayloadPaths.checked(path), file));
    PayloadPaths.refuseFilesAsDirectories(clean.keySet());
    files = Collections.unmodifiableSortedMap(clean);
  }

  static Payload of(Map<String, PayloadFile> files) {
    return new Payload(new TreeMap<>(files));
  }

  /** The first step of each path: what is seen in the volume's directory. */
  Set<String> topNames() {
    Set<String> names = new TreeSet<>();
    files.keySet().forEach(path -> names.add(path.split("/", 2)[0]));
    return names;
  }

  /** Refuses names that already belong to mount points inside the volume. */
  public void mustNotHide(Set<String> topNames) {
    for (String name : topNames()) {
      if (topNames.contains(name)) {
        throw new VolumeException(
            "\"" + name + "\" is both a file of the volume and a mount path below it");
      }
    }
  }
}
