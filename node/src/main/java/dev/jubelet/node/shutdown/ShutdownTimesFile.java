package dev.jubelet.node.shutdown;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The times of the last shutdown on the disk, in upstream's form: two times as RFC 3339, where the
 * first moment of year 1 stands for none.
 *
 * <p>Thread: any.
 */
public record ShutdownTimesFile(Path path) {
  private static final Logger log = LoggerFactory.getLogger(ShutdownTimesFile.class);
  private static final String NAME = "graceful_node_shutdown_state";
  private static final Instant NONE = Instant.parse("0001-01-01T00:00:00Z");

  public static ShutdownTimesFile in(Path rootDirectory) {
    return new ShutdownTimesFile(rootDirectory.resolve(NAME));
  }

  /** What the last agent has written; a file that cannot be read is as good as none. */
  public ShutdownTimes read() {
    try {
      JsonNode state = new ObjectMapper().readTree(Files.readString(path));
      return new ShutdownTimes(time(state, "startTime"), time(state, "endTime"));
    } catch (NoSuchFileException e) {
      return ShutdownTimes.NEVER;
    } catch (IOException | DateTimeException e) {
      log.atWarn()
          .addKeyValue("file", path)
          .addKeyValue("error", e.getMessage())
          .log("Failed to read the times of the last graceful shutdown");
      return ShutdownTimes.NEVER;
    }
  }

  private static Optional<Instant> time(JsonNode state, String name) {
    String text = state.path(name).asText("");
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(OffsetDateTime.parse(text).toInstant()).filter(time -> !time.equals(NONE));
  }

  /** A disk that takes nothing must not hold up the shutdown. */
  public void write(ShutdownTimes times) {
    String text =
        "{\"startTime\":\"%s\",\"endTime\":\"%s\"}"
            .formatted(times.start().orElse(NONE), times.end().orElse(NONE));
    try {
      AtomicFile.write(
          path,
          text.getBytes(StandardCharsets.UTF_8),
          PosixFilePermissions.fromString("rw-r--r--"));
    } catch (UncheckedIOException e) {
      log.atError()
          .addKeyValue("file", path)
          .addKeyValue("error", e.getMessage())
          .log("Failed to store graceful shutdown state");
    }
  }
}
