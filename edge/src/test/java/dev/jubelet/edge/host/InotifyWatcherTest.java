package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InotifyWatcherTest {
  private static final String DISTURBED = "*";

  @TempDir Path temp;

  private final InotifyWatcher watcher = InotifyWatcher.open();
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final PathWatcher.Listener listener =
      new PathWatcher.Listener() {
        @Override
        public void written(String name) {
          seen.add(name);
        }

        @Override
        public void deleted(String name) {
          seen.add("deleted " + name);
          disturbed();
        }

        @Override
        public void movedAway(String name) {
          seen.add("moved " + name);
          disturbed();
        }

        @Override
        public void disturbed() {
          seen.add(DISTURBED);
        }
      };

  @AfterEach
  void close() {
    watcher.close();
  }

  /** Drops what was reported until the expected report comes. */
  private void await(String expected) throws InterruptedException {
    String report;
    do {
      report = seen.poll(30, TimeUnit.SECONDS);
      assertThat(report).as("report of %s", expected).isNotNull();
    } while (!expected.equals(report));
  }

  @Test
  void a_file_written_in_the_directory_is_reported_by_name() throws Exception {
    watcher.watch(temp, listener);

    Files.writeString(temp.resolve("a.yaml"), "x");

    await("a.yaml");
  }

  @Test
  void a_file_moved_into_the_directory_is_reported_as_whole() throws Exception {
    Path directory = Files.createDirectory(temp.resolve("d"));
    Path draft = Files.writeString(temp.resolve("draft"), "x");
    watcher.watch(directory, listener);

    Files.move(draft, directory.resolve("a.yaml"), StandardCopyOption.ATOMIC_MOVE);

    assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("a.yaml");
  }

  @Test
  void a_deleted_file_is_reported_by_name() throws Exception {
    Path file = Files.writeString(temp.resolve("a.yaml"), "x");
    watcher.watch(temp, listener);

    Files.delete(file);

    assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("deleted a.yaml");
  }

  @Test
  void a_file_that_is_moved_away_is_reported_by_name() throws Exception {
    Path directory = Files.createDirectory(temp.resolve("d"));
    Path file = Files.writeString(directory.resolve("a.yaml"), "x");
    watcher.watch(directory, listener);

    Files.move(file, temp.resolve("a.yaml"));

    assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("moved a.yaml");
  }

  @Test
  void a_directory_that_is_deleted_disturbs() throws Exception {
    Path directory = Files.createDirectory(temp.resolve("d"));
    watcher.watch(temp, listener);

    Files.delete(directory);

    assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(DISTURBED);
  }

  @Test
  void names_in_any_language_are_read() throws Exception {
    watcher.watch(temp, listener);

    Files.writeString(temp.resolve("größe-日本.yaml"), "x");

    await("größe-日本.yaml");
  }

  @Test
  void a_directory_that_appears_later_is_found_through_its_missing_ancestors() throws Exception {
    Path directory = temp.resolve("etc/kubernetes/manifests");
    watcher.watch(directory, listener);

    Files.createDirectories(directory);
    awaitUntilWatched(directory);
  }

  @Test
  void a_directory_that_is_deleted_and_made_again_is_found_again() throws Exception {
    Path directory = Files.createDirectory(temp.resolve("d"));
    watcher.watch(directory, listener);

    Files.delete(directory);
    await(DISTURBED);
    Files.createDirectory(directory);

    awaitUntilWatched(directory);
  }

  @Test
  void a_whole_tree_that_is_replaced_is_found_again() throws Exception {
    Path directory = Files.createDirectories(temp.resolve("etc/kubernetes/manifests"));
    watcher.watch(directory, listener);

    deleteTree(temp.resolve("etc"));
    await(DISTURBED);
    Files.createDirectories(directory);

    awaitUntilWatched(directory);
  }

  @Test
  void a_symlink_to_a_directory_is_followed_and_its_replacement_too() throws Exception {
    Path one = Files.createDirectory(temp.resolve("one"));
    Path two = Files.createDirectory(temp.resolve("two"));
    Path link = Files.createSymbolicLink(temp.resolve("link"), one);
    watcher.watch(link, listener);
    Files.writeString(one.resolve("a.yaml"), "x");
    await("a.yaml");

    Path next = Files.createSymbolicLink(temp.resolve("next"), two);
    Files.move(next, link, StandardCopyOption.ATOMIC_MOVE);

    awaitUntilWatched(two);
  }

  @Test
  void a_single_file_is_watched_through_its_directory() throws Exception {
    Path file = temp.resolve("pod.yaml");
    watcher.watch(file, listener);

    Files.writeString(temp.resolve("other.yaml"), "x");
    Files.writeString(file, "x");

    await("pod.yaml");
    assertThat(seen).doesNotContain("other.yaml");
  }

  @Test
  void two_paths_in_one_directory_share_a_kernel_watch_and_both_hear() throws Exception {
    BlockingQueue<String> others = new LinkedBlockingQueue<>();
    PathWatcher.Watch second =
        watcher.watch(
            temp,
            new PathWatcher.Listener() {
              @Override
              public void written(String name) {
                others.add(name);
              }

              @Override
              public void disturbed() {}
            });
    watcher.watch(temp, listener);

    Files.writeString(temp.resolve("a"), "x");
    await("a");
    assertThat(others.poll(30, TimeUnit.SECONDS)).isEqualTo("a");

    second.close();
    Files.writeString(temp.resolve("b"), "x");
    await("b");
    assertThat(others).isEmpty();
  }

  @Test
  void more_than_the_queue_holds_is_reported_as_a_disturbance() throws Exception {
    int limit = Integer.parseInt(read("/proc/sys/fs/inotify/max_queued_events"));
    org.junit.jupiter.api.Assumptions.assumeTrue(limit <= 20_000);
    BlockingQueue<String> go = new LinkedBlockingQueue<>();
    watcher.watch(
        temp,
        new PathWatcher.Listener() {
          @Override
          public void written(String name) {
            seen.add(name);
            takeQuietly(go);
          }

          @Override
          public void disturbed() {
            seen.add(DISTURBED);
          }
        });
    Path file = temp.resolve("a");
    Path other = temp.resolve("b");
    Files.writeString(file, "x");
    await("a");

    for (int i = 0; i < limit; i++) {
      Files.createLink(other, file);
      Files.delete(other);
    }
    seen.clear();
    go.add("");

    await(DISTURBED);
    Files.writeString(file, "y");
    await("a");
    go.add("");
  }

  @Test
  void closing_ends_the_thread_even_when_nothing_is_watched() {
    InotifyWatcher idle = InotifyWatcher.open();

    idle.close();

    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(t -> t.getName().equals("inotify"))
        .hasSize(1);
  }

  @Test
  void without_inotify_watching_is_silent_and_closes() {
    PathWatcher.Watch watch = PathWatcher.NONE.watch(temp, listener);
    watch.refresh();
    watch.close();
    assertThat(seen).isEmpty();
  }

  /** Writes files until one is reported: the first may be made before the watch stands. */
  private void awaitUntilWatched(Path directory) throws Exception {
    for (int i = 0; i < 100; i++) {
      Files.writeString(directory.resolve("again-" + i), "x");
      for (String report = seen.poll(300, TimeUnit.MILLISECONDS);
          report != null;
          report = seen.poll(300, TimeUnit.MILLISECONDS)) {
        if (report.startsWith("again-")) {
          return;
        }
      }
    }
    throw new AssertionError("never watched " + directory);
  }

  private static void takeQuietly(BlockingQueue<String> queue) {
    try {
      queue.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of(file)).strip();
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      paths
          .sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
