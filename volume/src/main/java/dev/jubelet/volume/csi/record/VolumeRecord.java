package dev.jubelet.volume.csi.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.AtomicFile;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.Entries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is written beside a mount, so that any agent can end it. Beside a staged volume only its
 * driver and handle are known.
 *
 * @param specVolID the name of the persistent volume, or of the pod's own
 * @param volumeLifecycleMode Persistent or Ephemeral
 * @param seLinuxMountContext the label it was mounted with, if any
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record VolumeRecord(
    @Nullable String specVolID,
    String volumeHandle,
    String driverName,
    @Nullable String nodeName,
    @Nullable String attachmentID,
    @Nullable String volumeLifecycleMode,
    @Nullable String seLinuxMountContext) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PERSISTENT = "Persistent";
  private static final String EPHEMERAL = "Ephemeral";
  private static final String UNFINISHED = "." + CsiPaths.RECORD;

  public static VolumeRecord staged(CsiSource source) {
    return new VolumeRecord(
        null,
        source.id().handle(),
        source.id().driver(),
        null,
        null,
        null,
        source.selinuxLabel().orElse(null));
  }

  public static VolumeRecord published(CsiSource source, String nodeName) {
    return of(
        source,
        nodeName,
        source.isPersistent() ? PERSISTENT : EPHEMERAL,
        source.selinuxLabel().orElse(null));
  }

  /** Beside a volume that pods get as a device, which is always a persistent one. */
  public static VolumeRecord mapped(CsiSource source, String nodeName) {
    return of(source, nodeName, null, null);
  }

  private static VolumeRecord of(
      CsiSource source, String nodeName, @Nullable String mode, @Nullable String label) {
    VolumeId id = source.id();
    return new VolumeRecord(
        source.specName(),
        id.handle(),
        id.driver(),
        nodeName,
        id.attachmentName(nodeName),
        mode,
        label);
  }

  public VolumeId id() {
    return new VolumeId(driverName, volumeHandle);
  }

  public boolean isMountedAs(Optional<String> label) {
    return label.equals(Optional.ofNullable(seLinuxMountContext).filter(text -> !text.isEmpty()));
  }

  /** Records of old agents do not say. */
  @JsonIgnore // it would be written as one more field
  public boolean isPersistent() {
    return !EPHEMERAL.equals(volumeLifecycleMode);
  }

  public void write(Path directory) throws IOException {
    try {
      AtomicFile.write(
          directory.resolve(CsiPaths.RECORD),
          JSON.writeValueAsBytes(this),
          PosixFilePermissions.fromString("rw-r--r--"));
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e.getCause());
    }
  }

  /** With what agents that died have begun to write. */
  public static void remove(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(CsiPaths.RECORD));
    for (Path entry : Entries.of(directory)) {
      if (entry.getFileName().toString().startsWith(UNFINISHED)) {
        Files.deleteIfExists(entry);
      }
    }
  }

  /** Empty when there is none, or none that can be read. */
  public static Optional<VolumeRecord> read(Path directory) throws IOException {
    Path file = directory.resolve(CsiPaths.RECORD);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      VolumeRecord found = JSON.readValue(Files.readAllBytes(file), VolumeRecord.class);
      boolean complete =
          found != null && found.driverName() != null && found.volumeHandle() != null;
      return complete ? Optional.of(found) : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
