package dev.jubelet.pod.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.host.InotifyWatcher;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.testing.rule.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The source on the real kernel; the listing comes only each hour, so events do all the work. */
@Timeout(120)
@Rule("17.2")
class FileSourceInotifyTest {
  @TempDir Path temp;

  private final SystemTimers timers = new SystemTimers();
  private final PathWatcher watcher = InotifyWatcher.openOrNone();
  private final BlockingQueue<SourceSnapshot> snapshots = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    watcher.close();
    timers.close();
  }

  private FileSource start(Path path) {
    FileSource source =
        new FileSource(
            path,
            new SourceSettings("node", true, 20_000),
            Duration.ofHours(1),
            timers,
            watcher,
            snapshots::add,
            event -> {});
    source.start();
    return source;
  }

  private void await(String... names) throws InterruptedException {
    List<String> seen;
    do {
      SourceSnapshot snapshot = snapshots.poll(30, TimeUnit.SECONDS);
      assertThat(snapshot).as("snapshot of %s", List.of(names)).isNotNull();
      seen = PodFiles.names(snapshot.pods());
    } while (!seen.equals(List.of(names)));
  }

  @Test
  void files_are_seen_as_they_are_written_changed_and_removed() throws Exception {
    try (FileSource _ = start(temp)) {
      await();
      Files.writeString(temp.resolve("b.yaml"), PodFiles.pod("b"));
      await("b-node");
      Files.writeString(temp.resolve("a.yaml"), PodFiles.pod("a"));
      await("a-node", "b-node");
      Files.delete(temp.resolve("b.yaml"));
      await("a-node");
    }
  }

  @Test
  void a_file_that_is_removed_and_put_back_at_once_is_a_removal_and_an_addition() throws Exception {
    Path directory = Files.createDirectory(temp.resolve("manifests"));
    Path file = Files.writeString(directory.resolve("a.yaml"), PodFiles.pod("a"));
    try (FileSource _ = start(directory)) {
      await("a-node");
      Files.delete(file);
      Files.writeString(file, PodFiles.pod("a"));
      await();
      await("a-node");
      Path away = temp.resolve("a.yaml");
      Files.move(file, away);
      Files.move(away, file);
      await();
      await("a-node");
    }
  }

  @Test
  void a_directory_that_is_deleted_and_made_again_is_followed() throws Exception {
    Path directory = temp.resolve("etc/manifests");
    try (FileSource _ = start(directory)) {
      await();
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("a.yaml"), PodFiles.pod("a"));
      await("a-node");

      Files.delete(directory.resolve("a.yaml"));
      Files.delete(directory);
      await();

      Files.createDirectories(directory);
      Files.writeString(directory.resolve("b.yaml"), PodFiles.pod("b"));
      await("b-node");
    }
  }
}
