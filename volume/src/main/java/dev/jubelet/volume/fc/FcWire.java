package dev.jubelet.volume.fc;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.device.AttachedDisks;
import dev.jubelet.volume.device.DiskRecord;
import io.fabric8.kubernetes.api.model.FCVolumeSource;
import io.fabric8.kubernetes.api.model.FCVolumeSourceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings disks behind Fibre Channel to the node, by letting its adapters look for them, and has the
 * kernel forget them.
 *
 * <p>Thread: those of the kind, one at a time for a disk. Owns: {@code fc.json} in the place of
 * each disk.
 */
record FcWire(FcDisks disks, Mounts mounts) implements AttachedDisks.Wire {
  private static final DiskRecord<Wanted> RECORD =
      new DiskRecord<>("fc.json", Wanted.class, Wanted::isComplete);

  /** What a volume names, as it is written down. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Wanted(
      @JsonProperty("VolName") @Nullable String name,
      @JsonProperty("TargetWWNs") @Nullable List<String> targets,
      @JsonProperty("Lun") @Nullable Integer lun,
      @JsonProperty("WWIDs") @Nullable List<String> disks) {

    static Wanted of(String name, FCVolumeSource source) {
      return new Wanted(name, source.getTargetWWNs(), source.getLun(), source.getWwids());
    }

    boolean isComplete() {
      return name != null;
    }

    FCVolumeSource source() {
      return new FCVolumeSourceBuilder()
          .withTargetWWNs(targets == null ? List.of() : targets)
          .withLun(lun)
          .withWwids(disks == null ? List.of() : disks)
          .build();
    }
  }

  Path attach(String name, FCVolumeSource source, Path global) throws IOException {
    RECORD.write(global, Wanted.of(name, source));
    return disks.find(source);
  }

  @Override
  public void detach(Path device, Path global) throws IOException {
    if (Files.exists(device)) {
      disks.devices().giveUp(device);
    }
    RECORD.delete(global);
  }

  @Override
  public void abandon(Path global) throws IOException {
    RECORD.delete(global);
  }

  @Override
  public Optional<String> volume(Path global) throws IOException {
    return RECORD.read(global).map(Wanted::name);
  }

  @Override
  public void endLeft(Path global) throws IOException {
    Optional<Wanted> wanted = RECORD.read(global);
    if (wanted.isPresent()) {
      for (Path link : disks.links(wanted.get().source())) {
        disks.devices().giveUpIfFree(link, mounts.table());
      }
    }
    RECORD.delete(global);
  }
}
