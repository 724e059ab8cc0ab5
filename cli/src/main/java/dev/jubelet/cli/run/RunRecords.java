package dev.jubelet.cli.run;

import dev.jubelet.app.RunManifest.RunPod;
import dev.jubelet.base.AtomicFile;
import dev.jubelet.cli.http.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs of this machine. Each has a directory with a lock that its process holds, and that the
 * kernel takes from it when it dies; what a run has started is written there before it is started.
 *
 * <p>Thread: the command's.
 */
final class RunRecords {
  private static final String LOCK = "lock";
  private static final String RECORD = "run.json";
  private static final Set<String> OWN_FILES = Set.of(LOCK, RECORD);

  private final Path directory;

  RunRecords(Path directory) {
    this.directory = directory;
  }

  /** Begins a run of this process. */
  Held begin() throws IOException {
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (Held all = lock(directory)) {
      Path own = Files.createTempDirectory(all.directory(), ProcessHandle.current().pid() + "-");
      return tryLock(own).orElseThrow();
    }
  }

  /** Takes over the runs whose process is gone. To be asked before {@link #begin}. */
  List<Held> takeDead() throws IOException {
    List<Held> dead = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return dead;
    }
    try (Held all = lock(directory);
        DirectoryStream<Path> runs =
            Files.newDirectoryStream(all.directory(), Files::isDirectory)) {
      for (Path run : runs) {
        tryLock(run).ifPresent(dead::add);
      }
    }
    return dead;
  }

  /** Waits for it; held for moments only, while runs are counted, begun or forgotten. */
  private static Held lock(Path directory) throws IOException {
    FileChannel channel = open(directory);
    return new Held(directory, channel, channel.lock());
  }

  private static Optional<Held> tryLock(Path directory) throws IOException {
    FileChannel channel = open(directory);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new Held(directory, channel, lock));
      }
    } catch (OverlappingFileLockException e) {
      // Held by this very process, which would lose it if the channel were closed.
      return Optional.empty();
    }
    channel.close();
    return Optional.empty();
  }

  private static FileChannel open(Path directory) throws IOException {
    return FileChannel.open(
        directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * What a run has started.
   *
   * @param copy the manifest in the directory of a running agent, for a run that has no own agent
   * @param runtimeEndpoint of the run's own agent
   */
  record RunRecord(
      String file,
      long pid,
      String processStart,
      List<RunPod> pods,
      @Nullable String copy,
      @Nullable String runtimeEndpoint) {

    static RunRecord of(
        String file, List<RunPod> pods, @Nullable Path copy, @Nullable String runtimeEndpoint) {
      ProcessHandle process = ProcessHandle.current();
      return new RunRecord(
          file,
          process.pid(),
          process.info().startInstant().map(Object::toString).orElse(""),
          pods,
          copy == null ? null : copy.toString(),
          runtimeEndpoint);
    }

    private String json() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("file", file);
      fields.put("pid", pid);
      fields.put("processStart", processStart);
      fields.put("copy", copy);
      fields.put("runtimeEndpoint", runtimeEndpoint);
      fields.put("pods", pods.stream().map(RunRecord::fields).toList());
      return new Json(fields).pretty();
    }

    private static Map<String, Object> fields(RunPod pod) {
      return Map.of(
          "namespace", pod.namespace(),
          "name", pod.name(),
          "uid", pod.uid(),
          "graceSeconds", pod.graceSeconds());
    }

    private static RunRecord parse(String text) {
      Json json = Json.parse(text);
      return new RunRecord(
          json.at("file").text(),
          json.at("pid").number(),
          json.at("processStart").text(),
          json.at("pods").items().stream().map(RunRecord::pod).toList(),
          json.at("copy").isPresent() ? json.at("copy").text() : null,
          json.at("runtimeEndpoint").isPresent() ? json.at("runtimeEndpoint").text() : null);
    }

    private static RunPod pod(Json pod) {
      return new RunPod(
          pod.at("namespace").text(),
          pod.at("name").text(),
          pod.at("uid").text(),
          pod.at("graceSeconds").number());
    }
  }

  /** A run that this process holds; closing it lets go. */
  record Held(Path directory, FileChannel channel, FileLock lock) implements AutoCloseable {

    void write(RunRecord record) {
      AtomicFile.write(
          directory.resolve(RECORD),
          record.json().getBytes(StandardCharsets.UTF_8),
          PosixFilePermissions.fromString("rw-------"));
    }

    /** Empty for a run that has started nothing. */
    Optional<RunRecord> read() throws IOException {
      Path file = directory.resolve(RECORD);
      return Files.exists(file)
          ? Optional.of(RunRecord.parse(Files.readString(file)))
          : Optional.empty();
    }

    /** Forgets the run, unless files of an agent are left, which the next run then ends. */
    void forget() throws IOException {
      try (Held all = RunRecords.lock(directory.resolveSibling(""))) {
        Path own = all.directory().resolve(directory.getFileName());
        if (hasOnlyItself(own)) {
          Files.deleteIfExists(own.resolve(RECORD));
          Files.delete(own.resolve(LOCK));
          Files.delete(own);
        }
      }
    }

    private static boolean hasOnlyItself(Path own) throws IOException {
      try (Stream<Path> files = Files.list(own)) {
        return files.allMatch(file -> OWN_FILES.contains(String.valueOf(file.getFileName())));
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
