package dev.jubelet.pod.pleg;

import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.Mount;
import dev.jubelet.pod.model.Annotations;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last words of a container that has ended: its termination message file, or the end of its log
 * where the pod asks for that, or what the runtime says.
 *
 * <p>Thread: any; reads small pieces of local files. A file that cannot be read costs the message,
 * never the status.
 */
final class TerminationMessages {
  private static final Logger log = LoggerFactory.getLogger(TerminationMessages.class);
  private static final int MAX_MESSAGE_BYTES = 4096;
  private static final int MAX_LOG_BYTES = 2048;
  private static final int MAX_LOG_LINES = 80;
  private static final String CANNOT_RUN = "ContainerCannotRun";

  String messageOf(ContainerStatus status) {
    if (status.getState() != ContainerState.CONTAINER_EXITED) {
      return status.getMessage();
    }
    String fromRuntime = status.getMessage();
    String written = messageFile(status).map(file -> tail(file, MAX_MESSAGE_BYTES)).orElse("");
    if (written.isEmpty() && wantsLog(status)) {
      written = logText(tail(Path.of(status.getLogPath()), MAX_LOG_BYTES * 4));
    }
    if (written.isEmpty()) {
      return fromRuntime;
    }
    return fromRuntime.isEmpty() ? written : fromRuntime + ": " + written;
  }

  private static Optional<Path> messageFile(ContainerStatus status) {
    String path =
        status.getAnnotationsMap().getOrDefault(Annotations.CONTAINER_TERMINATION_MESSAGE_PATH, "");
    if (path.isEmpty()) {
      return Optional.empty();
    }
    return status.getMountsList().stream()
        .filter(mount -> mount.getContainerPath().equals(path))
        .map(Mount::getHostPath)
        .map(Path::of)
        .findFirst();
  }

  private static boolean wantsLog(ContainerStatus status) {
    return "FallbackToLogsOnError"
            .equals(
                status.getAnnotationsMap().get(Annotations.CONTAINER_TERMINATION_MESSAGE_POLICY))
        && status.getExitCode() != 0
        && !status.getReason().equals(CANNOT_RUN)
        && !status.getLogPath().isEmpty();
  }

  /** Log lines without their time, stream and flag; the last 80 of them, at most 2048 bytes. */
  private static String logText(String raw) {
    Deque<String> lines = new ArrayDeque<>();
    for (String line : List.of(raw.split("\n", -1))) {
      String[] parts = line.split(" ", 4);
      if (parts.length < 4) {
        continue;
      }
      lines.addLast(parts[2].startsWith("P") ? parts[3] : parts[3] + "\n");
      if (lines.size() > MAX_LOG_LINES) {
        lines.removeFirst();
      }
    }
    byte[] bytes = String.join("", lines).getBytes(StandardCharsets.UTF_8);
    int from = Math.max(0, bytes.length - MAX_LOG_BYTES);
    return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
  }

  private static String tail(Path path, int maxBytes) {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return "";
    }
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long length = file.length();
      byte[] bytes = new byte[(int) Math.min(length, maxBytes)];
      file.seek(length - bytes.length);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("file", path)
          .log("Failed to read the termination message");
      return "";
    }
  }
}
