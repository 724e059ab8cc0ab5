package dev.jubelet.image.archive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.base.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers on disk which archives were imported, so that a restart does not import them again. A
 * file that cannot be read counts as none: importing twice does no harm.
 *
 * <p>Thread: one at a time. Owns: the file.
 */
final class ImportedArchives {
  private static final Logger log = LoggerFactory.getLogger(ImportedArchives.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int VERSION = 1;

  private final Path file;

  ImportedArchives(Path file) {
    this.file = file;
  }

  /** By the archive's name. */
  Map<String, ArchiveStamp> read() {
    Map<String, ArchiveStamp> imported = new HashMap<>();
    try {
      for (JsonNode archive : JSON.readTree(Files.readAllBytes(file)).path("archives")) {
        imported.put(
            archive.path("file").asText(),
            new ArchiveStamp(
                archive.path("sizeBytes").asLong(),
                Instant.parse(archive.path("modified").asText())));
      }
    } catch (NoSuchFileException e) {
      return imported;
    } catch (IOException | DateTimeException e) {
      log.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("error", e.getMessage())
          .log("Failed to read which image archives were imported; importing all of them again");
      return new HashMap<>();
    }
    return imported;
  }

  void write(Map<String, ArchiveStamp> imported) {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", VERSION);
    ArrayNode archives = root.putArray("archives");
    imported.forEach(
        (name, stamp) ->
            archives
                .addObject()
                .put("file", name)
                .put("sizeBytes", stamp.sizeBytes())
                .put("modified", stamp.modified().toString()));
    try {
      AtomicFile.write(
          file, JSON.writeValueAsBytes(root), PosixFilePermissions.fromString("rw-------"));
    } catch (UncheckedIOException | JsonProcessingException e) {
      log.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("error", e.getMessage())
          .log("Failed to remember imported image archives; a restart imports them again");
    }
  }
}
