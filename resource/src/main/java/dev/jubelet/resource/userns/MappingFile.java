package dev.jubelet.resource.userns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.AtomicFile;
import dev.jubelet.resource.userns.UserNamespaceException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a pod's ids are kept over restarts of the agent, in upstream's form.
 *
 * <p>Thread: any.
 */
record MappingFile(Path path) {
  private static final ObjectMapper JSON = new ObjectMapper();

  private record Mapping(long hostId, long containerId, long length) {}

  private record Content(@Nullable List<Mapping> uidMappings, @Nullable List<Mapping> gidMappings) {
    Optional<IdRange> range() {
      boolean usable =
          uidMappings != null
              && uidMappings.equals(gidMappings)
              && uidMappings.size() == 1
              && uidMappings.getFirst().containerId() == 0
              && uidMappings.getFirst().length() > 0
              && uidMappings.getFirst().hostId() > 0;
      return usable && uidMappings != null
          ? Optional.of(
              new IdRange(uidMappings.getFirst().hostId(), uidMappings.getFirst().length()))
          : Optional.empty();
    }
  }

  IdRange read() {
    try {
      return JSON.readValue(Files.readAllBytes(path), Content.class)
          .range()
          .orElseThrow(() -> unreadable("it is not one range that begins at 0 in the pod"));
    } catch (IOException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  private UserNamespaceException unreadable(String why) {
    return new UserNamespaceException(
        Kind.FILE,
        "the pod's users in %s cannot be read, delete the file when no container of the pod runs: %s"
            .formatted(path, why));
  }

  void write(IdRange range) {
    List<Mapping> mappings = List.of(new Mapping(range.first(), 0, range.count()));
    try {
      AtomicFile.write(
          path,
          JSON.writeValueAsBytes(new Content(mappings, mappings)),
          PosixFilePermissions.fromString("rw-r--r--"));
    } catch (JsonProcessingException | UncheckedIOException e) {
      throw new UserNamespaceException(
          Kind.FILE, "the pod's users cannot be kept in %s: %s".formatted(path, e.getMessage()));
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }
}
