package dev.jubelet.volume.device;

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
 * What is written down of a disk, in its place, before anything is done to attach it, and goes when
 * nothing is left of that: who finds it knows what may have to be ended.
 *
 * <p>Thread: one at a time for a place.
 *
 * @param file its name, which ends in {@code .json}
 * @param complete whether content that was read says all that is needed
 */
public record DiskRecord<T>(String file, Class<T> type, Predicate<T> complete) {
  private static final Logger log = LoggerFactory.getLogger(DiskRecord.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  public void write(Path place, T content) throws IOException {
    AtomicFile.write(place.resolve(file), JSON.writeValueAsBytes(content), PRIVATE);
  }

  /** Empty when there is none, or none that can be understood. */
  public Optional<T> read(Path place) throws IOException {
    Path record = place.resolve(file);
    if (!Files.isRegularFile(record)) {
      return Optional.empty();
    }
    try {
      Optional<T> found = Optional.ofNullable(JSON.readValue(Files.readAllBytes(record), type));
      if (found.filter(complete).isPresent()) {
        return found;
      }
      log.warn("{} does not say all that it should", record);
    } catch (JacksonException e) {
      log.warn("{} cannot be understood: {}", record, e.getOriginalMessage());
    }
    return Optional.empty();
  }

  public void delete(Path place) throws IOException {
    Files.deleteIfExists(place.resolve(file));
  }
}
