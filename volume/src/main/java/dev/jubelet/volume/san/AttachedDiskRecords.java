package dev.jubelet.volume.san;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.PrivateDirectory;
import dev.jubelet.volume.meter.PluginLabel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Which disks of a plugin are attached, under the names that the Node object has for them. A disk
 * that is mounted hides what is in its directory, so its name is written down elsewhere: before
 * anything is done to attach it, until nothing is left of that.
 *
 * <p>Thread: one at a time for a disk. Owns: {@code .attached} in the directory of the plugin.
 */
final class AttachedDiskRecords {
  private final Path home;
  private final Path records;
  private final PluginLabel label;
  private final AttachableVolumes attach;

  /** What is written down; the place is a directory below that of the plugin. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Attached(@JsonProperty("place") String place, @JsonProperty("name") String name) {
    /** What was read may lack anything. */
    boolean isComplete() {
      return Stream.of(place, name).noneMatch(Objects::isNull);
    }
  }

  AttachedDiskRecords(Path home, PluginLabel label, AttachableVolumes attach) {
    this.home = home;
    this.label = label;
    this.records = home.resolve(".attached");
    this.attach = attach;
  }

  /** The directory of the plugin, which those of its disks are in. */
  Path home() {
    return home;
  }

  /** What an earlier agent has attached is in use, unless its directory is gone. */
  void reconstruct() throws IOException {
    for (Path file : Entries.of(records)) {
      Optional<Attached> attached = record(file.getFileName().toString()).read(records);
      if (attached.filter(this::hasPlace).isPresent()) {
        attach.holdForNode(holder(attached.get().place()), attached.get().name());
      } else {
        Files.delete(file);
      }
    }
  }

  private boolean hasPlace(Attached attached) {
    return Files.isDirectory(home.resolve(attached.place()), LinkOption.NOFOLLOW_LINKS);
  }

  /** The pod is to have the disk, in a directory of that name. */
  void want(PodUid pod, String directory, String disk) {
    attach.want(pod, directory, disk);
  }

  /**
   * Throws {@link dev.jubelet.volume.disk.VolumeException} while the pod has to wait. A disk with
   * mounts in its directory is attached, and has been in use since then.
   */
  void requireAttached(PodUid pod, String uniqueName, Path directory, Mounts mounts)
      throws IOException {
    if (Files.isDirectory(directory) && !mounts.table().at(directory.toRealPath()).isEmpty()) {
      begin(directory.toRealPath(), uniqueName);
    } else {
      attach.requireAttached(pod, uniqueName, label);
    }
  }

  /** The disk is about to be attached, for its directory, which is there. */
  void begin(Path place, String name) throws IOException {
    Attached attached = new Attached(below(place), name);
    DiskRecord<Attached> record = recordOf(place);
    if (!record.read(records).equals(Optional.of(attached))) {
      PrivateDirectory.create(records);
      record.write(records, attached);
    }
    attach.holdForNode(holder(attached.place()), name);
  }

  /** The directory is gone. */
  void end(Path place) throws IOException {
    recordOf(place).delete(records);
    attach.releaseFromNode(holder(below(place)));
  }

  /** The pod does not have the volume any more. */
  void release(PodUid pod, String directory) {
    attach.release(pod, directory);
  }

  /** The name of the disk in that directory. */
  Optional<String> uniqueName(Path place) throws IOException {
    return recordOf(place).read(records).map(Attached::name);
  }

  private DiskRecord<Attached> recordOf(Path place) throws IOException {
    // Directories may have names that are too long for one with anything added to it.
    UUID key = UUID.nameUUIDFromBytes(below(place).getBytes(StandardCharsets.UTF_8));
    return record(key + ".json");
  }

  private static DiskRecord<Attached> record(String file) {
    return new DiskRecord<>(file, Attached.class, Attached::isComplete);
  }

  private String below(Path place) throws IOException {
    return home.toRealPath().relativize(place).toString();
  }

  /** Plugins have directories of the same names. */
  private String holder(String place) {
    return home.resolve(place).toString();
  }
}
