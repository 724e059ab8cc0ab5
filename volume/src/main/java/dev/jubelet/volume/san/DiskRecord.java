package dev.jubelet.volume.san;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is written down of a disk, in its directory, before anything is done to attach it, and
 * deleted when nothing is left of that: who finds it knows what may have to be detached.
 *
 * <p>Thread: one at a time for a disk.
 *
 * @param file its name, which ends in {@code .json}
 * @param complete whether content that was read says all that is needed
 */
public record DiskRecord<T>(String file, Class<T> type, Predicate<T> complete) {
  private static final Logger log = LoggerFactory.getLogger(DiskRecord.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  public void write(Path directory, T content) throws IOException {
    AtomicFile.write(directory.resolve(file), JSON.writeValueAsBytes(content), PRIVATE);
  }

  /** Empty when there is none, or none that can be understood. */
  public Optional<T> read(Path directory) throws IOException {
    Path record = directory.resolve(file);
    if (!Files.isRegularFile(record)) {
      return Optional.empty();
    }
    try {
      Optional<T> found = Optional.ofNullable(JSON.readValue(Files.readAllBytes(record), type));
      if (found.filter(complete).isPresent()) {
        return found;
      }
      log.atWarn().addKeyValue("file", record).log("Ignoring incomplete disk record");
    } catch (JacksonException e) {
      log.atWarn()
          .addKeyValue("file", record)
          .addKeyValue("cause", e.getOriginalMessage())
          .log("Failed to parse disk record; ignoring it");
    }
    return Optional.empty();
  }

  public void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(file));
  }
}
