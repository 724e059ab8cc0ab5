package dev.jubelet.volume.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.meter.PluginLabel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Which disks of a kind are in use, under the names that the Node object has for them. A disk that
 * is mounted hides what stands in its place, so its name is written down elsewhere: before anything
 * is done to attach it, until nothing is left of that.
 *
 * <p>Thread: one at a time for a place. Owns: {@code .attached} in the directory of the kind.
 */
final class DiskUses {
  private final Path home;
  private final Path records;
  private final PluginLabel label;
  private final AttachableVolumes attach;

  /** What is written down; the place is below the directory of the kind. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Named(@JsonProperty("place") String place, @JsonProperty("name") String name) {
    /** What was read may lack anything. */
    boolean isComplete() {
      return Stream.of(place, name).noneMatch(Objects::isNull);
    }
  }

  DiskUses(Path home, PluginLabel label, AttachableVolumes attach) {
    this.home = home;
    this.label = label;
    this.records = home.resolve(".attached");
    this.attach = attach;
  }

  /** Takes up what an earlier agent has written; a disk without a place is not on the node. */
  void reconstruct() throws IOException {
    for (Path file : Entries.of(records)) {
      Optional<Named> named = record(file.getFileName().toString()).read(records);
      if (named.filter(this::hasPlace).isPresent()) {
        attach.onNode(holder(named.get().place()), named.get().name());
      } else {
        Files.delete(file);
      }
    }
  }

  private boolean hasPlace(Named named) {
    return Files.isDirectory(home.resolve(named.place()), LinkOption.NOFOLLOW_LINKS);
  }

  /** The pod is to have the disk, in a directory of that name. */
  void want(PodUid pod, String directory, String disk) {
    attach.want(pod, directory, disk);
  }

  /** Throws {@link dev.jubelet.volume.disk.VolumeException} while the pod has to wait. */
  void requireAttached(PodUid pod, String name) throws IOException {
    attach.requireAttached(pod, name, label);
  }

  /** The disk is about to come to its place, which is there. */
  void begin(Path place, String name) throws IOException {
    Named named = new Named(below(place), name);
    DiskRecord<Named> record = recordOf(place);
    if (!record.read(records).equals(Optional.of(named))) {
      Files.createDirectories(
          records,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
      record.write(records, named);
    }
    attach.onNode(holder(named.place()), name);
  }

  /** The place is gone. */
  void end(Path place) throws IOException {
    recordOf(place).delete(records);
    attach.offNode(holder(below(place)));
  }

  /** The pod has given its volume up. */
  void letGo(PodUid pod, String directory) {
    attach.letGo(pod, directory);
  }

  /** The name of the disk in that place. */
  Optional<String> of(Path place) throws IOException {
    return recordOf(place).read(records).map(Named::name);
  }

  private DiskRecord<Named> recordOf(Path place) throws IOException {
    // Places may have names that are too long for one with anything added to it.
    UUID key = UUID.nameUUIDFromBytes(below(place).getBytes(StandardCharsets.UTF_8));
    return record(key + ".json");
  }

  private static DiskRecord<Named> record(String file) {
    return new DiskRecord<>(file, Named.class, Named::isComplete);
  }

  private String below(Path place) throws IOException {
    return home.toRealPath().relativize(place).toString();
  }

  /** Kinds have places of the same names. */
  private String holder(String place) {
    return home.resolve(place).toString();
  }
}
