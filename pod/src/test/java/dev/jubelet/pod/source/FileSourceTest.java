package dev.jubelet.pod.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.base.Lane;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.pod.manifest.ManifestReader;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.testing.rule.Rule;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Steps the source by hand; what the watcher would tell is told by the test. */
@Timeout(60)
@Rule({"17.2", "17.3"})
class FileSourceTest {
  private static final Duration FREQUENCY = Duration.ofSeconds(20);

  @TempDir Path temp;

  private final ManualTimers timers = new ManualTimers();
  private final List<SourceSnapshot> snapshots = new ArrayList<>();
  private final List<NodeEvent> events = new ArrayList<>();
  private Path directory;
  private FileSource source;

  @BeforeEach
  void create() throws IOException {
    directory = Files.createDirectory(temp.resolve("manifests"));
    source = sourceOf(directory);
  }

  private FileSource sourceOf(Path path) {
    return sourceOf(path, 64 << 20);
  }

  private FileSource sourceOf(Path path, long manifestBytes) {
    return new FileSource(
        path,
        new SourceSettings("node", true, manifestBytes),
        FREQUENCY,
        timers,
        PathWatcher.NONE,
        snapshots::add,
        events::add);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** As when a writer has closed the file. */
  private Lane.Next announced(String... names) {
    for (String name : names) {
      source.written(name);
    }
    return source.step();
  }

  private void settle() {
    timers.advance(ManifestFile.SETTLE);
    source.step();
  }

  private void nextListing() {
    timers.advance(FREQUENCY);
    source.step();
  }

  private List<String> names() {
    return PodFiles.names(snapshots.getLast().pods());
  }

  private List<String> messages() {
    return events.stream().map(NodeEvent::message).toList();
  }

  @Test
  void the_first_snapshot_has_everything_in_the_order_of_names() throws IOException {
    write("b.yaml", PodFiles.pod("second"));
    write("a.json", PodFiles.pod("first"));
    write("c", PodFiles.pod("third"));

    source.step();

    assertThat(names()).containsExactly("first-node", "second-node", "third-node");
    assertThat(events).isEmpty();
  }

  @Test
  void the_first_snapshot_of_many_files_lacks_none() throws IOException {
    for (int i = 100; i < 200; i++) {
      write(i + ".yaml", i == 150 ? "kind: Pod\n" : PodFiles.pod("p" + i));
    }
    source.step();

    assertThat(names()).hasSize(99).isSorted().doesNotContain("p150-node");
    assertThat(messages()).singleElement().asString().contains("150.yaml");
  }

  @Test
  void pods_of_many_new_files_need_not_wait_for_the_last_one() throws IOException {
    source.step();
    String[] files = new String[20];
    for (int i = 0; i < files.length; i++) {
      files[i] = (10 + i) + ".yaml";
      write(files[i], PodFiles.pod("p" + (10 + i)));
    }
    timers.advance(ManifestFile.SETTLE.multipliedBy(2));

    assertThat(announced(files)).isEqualTo(Lane.Next.AGAIN);
    assertThat(names()).hasSize(8).contains("p10-node");
    assertThat(source.step()).isEqualTo(Lane.Next.AGAIN);
    assertThat(names()).hasSize(16);
    assertThat(source.step()).isInstanceOf(Lane.Next.After.class);
    assertThat(names()).hasSize(20);
  }

  @Test
  void an_empty_directory_is_an_empty_snapshot() {
    assertThat(source.step()).isEqualTo(new Lane.Next.After(FREQUENCY));
    assertThat(snapshots).singleElement().satisfies(s -> assertThat(s.pods()).isEmpty());
  }

  @Test
  void a_missing_directory_is_an_empty_snapshot_and_is_found_when_it_appears() throws IOException {
    source = sourceOf(temp.resolve("later/manifests"));
    source.step();
    assertThat(names()).isEmpty();
    assertThat(events).isEmpty();

    Files.createDirectories(temp.resolve("later/manifests"));
    Files.writeString(temp.resolve("later/manifests/a.yaml"), PodFiles.pod("a"));
    announced("a.yaml");

    assertThat(names()).containsExactly("a-node");
  }

  @Test
  void a_single_file_may_be_given() throws IOException {
    Path file = write("only.yaml", PodFiles.pod("only"));
    write("other.yaml", PodFiles.pod("other"));
    source = sourceOf(file);

    source.step();

    assertThat(names()).containsExactly("only-node");
  }

  @Test
  void nothing_is_said_when_nothing_changed() throws IOException {
    write("a.yaml", PodFiles.pod("a"));
    source.step();
    nextListing();
    nextListing();

    assertThat(snapshots).hasSize(1);
  }

  @Test
  void a_file_that_was_only_touched_or_recommented_keeps_its_pod() throws IOException {
    write("a.yaml", PodFiles.pod("a"));
    source.step();
    String uid = snapshots.getLast().pods().getFirst().getMetadata().getUid();

    write("a.yaml", "# note\n" + PodFiles.pod("a"));
    announced("a.yaml");

    assertThat(snapshots.getLast().pods().getFirst().getMetadata().getUid()).isEqualTo(uid);
  }

  @Test
  void a_written_file_is_read_at_once() throws IOException {
    source.step();
    write("a.yaml", PodFiles.pod("a"));

    announced("a.yaml");

    assertThat(names()).containsExactly("a-node");
  }

  @Test
  void a_file_that_nobody_announced_is_read_once_it_holds_still() throws IOException {
    source.step();
    write("a.yaml", PodFiles.pod("a"));

    assertThat(source.step()).isEqualTo(new Lane.Next.After(ManifestFiles.GRACE));
    assertThat(snapshots).hasSize(1);

    settle();
    assertThat(names()).containsExactly("a-node");
  }

  @Test
  void a_change_without_any_event_is_found_by_the_listing() throws IOException {
    write("a.yaml", PodFiles.pod("a", "x:1"));
    source.step();
    write("a.yaml", PodFiles.pod("a", "x:2"));

    nextListing();
    settle();

    assertThat(PodFiles.image(snapshots.getLast().pods().getFirst())).isEqualTo("x:2");
  }

  @Test
  void a_missing_file_removes_its_pod_after_a_moment() throws IOException {
    Path file = write("a.yaml", PodFiles.pod("a"));
    source.step();
    Files.delete(file);

    source.step();
    assertThat(snapshots).hasSize(1);
    timers.advance(ManifestFiles.GRACE);
    source.step();

    assertThat(names()).isEmpty();
  }

  @Test
  void an_editor_that_moves_the_old_file_away_first_ends_nothing() throws IOException {
    Path file = write("a.yaml", PodFiles.pod("a"));
    source.step();

    Files.move(file, directory.resolve("a.yaml~"));
    source.movedAway("a.yaml");
    source.step();
    write("a.yaml", PodFiles.pod("a"));
    announced("a.yaml");
    settle();

    assertThat(snapshots).hasSize(1);
  }

  @Test
  void a_deleted_file_removes_its_pod_at_once() throws IOException {
    Path file = write("a.yaml", PodFiles.pod("a"));
    source.step();
    Files.delete(file);
    source.deleted("a.yaml");
    source.step();

    assertThat(names()).isEmpty();
  }

  @Test
  void a_deleted_file_that_is_there_again_removes_its_pod_and_adds_it() throws IOException {
    Path file = write("a.yaml", PodFiles.pod("a"));
    write("b.yaml", PodFiles.pod("b"));
    source.step();
    Files.delete(file);
    source.deleted("a.yaml");
    write("a.yaml", PodFiles.pod("a"));
    announced("a.yaml");

    assertThat(snapshots.stream().map(s -> PodFiles.names(s.pods())))
        .containsExactly(
            List.of("a-node", "b-node"), List.of("b-node"), List.of("a-node", "b-node"));
  }

  @Test
  void a_file_that_is_moved_out_and_back_removes_its_pod_and_adds_it() throws IOException {
    Path file = write("a.yaml", PodFiles.pod("a"));
    source.step();
    Files.move(file, temp.resolve("a.yaml"));
    source.movedAway("a.yaml");
    Files.move(temp.resolve("a.yaml"), file);
    announced("a.yaml");

    assertThat(snapshots.stream().map(s -> PodFiles.names(s.pods())))
        .containsExactly(List.of("a-node"), List.of(), List.of("a-node"));

    Files.move(file, temp.resolve("a.yaml"));
    source.movedAway("a.yaml");
    source.step();
    assertThat(snapshots).hasSize(3);
    Files.move(temp.resolve("a.yaml"), file);
    announced("a.yaml");
    assertThat(snapshots.stream().skip(3).map(s -> PodFiles.names(s.pods())))
        .containsExactly(List.of(), List.of("a-node"));
  }

  /** An inode that became free is mostly given to the next file. */
  @Test
  void an_editor_that_ends_up_with_the_inode_of_before_ends_nothing() throws IOException {
    Path file = write("a.yaml", PodFiles.pod("a"));
    source.step();

    Path backup = directory.resolve("a.yaml~");
    Files.move(file, backup);
    source.movedAway("a.yaml");
    Files.delete(backup);
    Path draft = Files.writeString(temp.resolve("draft"), PodFiles.pod("a"));
    Files.setLastModifiedTime(draft, FileTime.fromMillis(System.currentTimeMillis() + 1000));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    announced("a.yaml");
    settle();

    assertThat(snapshots).hasSize(1);
  }

  @Test
  void a_file_moved_over_another_ends_nothing() throws IOException {
    Path file = write("a.yaml", PodFiles.pod("a"));
    source.step();
    Path draft = Files.writeString(temp.resolve("draft"), PodFiles.pod("a"));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    announced("a.yaml");
    settle();

    assertThat(snapshots).hasSize(1);
  }

  @Test
  void an_object_whose_file_is_deleted_and_written_again_is_never_missed() throws IOException {
    Path file = write("a.yaml", configMap("settings", "one"));
    source.step();
    Files.delete(file);
    source.deleted("a.yaml");
    source.step();
    write("a.yaml", configMap("settings", "one"));
    announced("a.yaml");

    assertThat(snapshots).hasSize(1);
  }

  @Test
  void a_half_written_file_is_neither_a_removal_nor_a_problem() throws IOException {
    Path file = write("a.yaml", PodFiles.pod("a", "x:1"));
    source.step();

    String text = PodFiles.pod("a", "x:2");
    Files.writeString(file, text.substring(0, 40));
    announced("a.yaml");
    Files.writeString(file, text.substring(40), StandardOpenOption.APPEND);
    announced("a.yaml");

    assertThat(PodFiles.image(snapshots.getLast().pods().getFirst())).isEqualTo("x:2");
    assertThat(snapshots).hasSize(2);
    assertThat(events).isEmpty();
  }

  @Test
  void a_file_that_becomes_broken_keeps_its_last_good_pod_and_is_told_once() throws IOException {
    write("a.yaml", PodFiles.pod("a"));
    source.step();

    write("a.yaml", "kind: [");
    announced("a.yaml");
    assertThat(events).isEmpty();
    settle();
    nextListing();
    nextListing();

    assertThat(names()).containsExactly("a-node");
    assertThat(messages())
        .singleElement()
        .asString()
        .contains(directory.resolve("a.yaml").toString(), "last good pods are kept");
    assertThat(events.getFirst().reason()).isEqualTo("FailedValidation");
  }

  @Test
  void a_mended_file_runs_and_breaking_it_again_is_told_again() throws IOException {
    write("a.yaml", "kind: [");
    source.step();
    assertThat(events).hasSize(1);

    write("a.yaml", PodFiles.pod("a"));
    announced("a.yaml");
    assertThat(names()).containsExactly("a-node");

    write("a.yaml", "kind: [");
    announced("a.yaml");
    settle();
    assertThat(events).hasSize(2);
  }

  @Test
  void one_bad_manifest_of_each_kind_hurts_no_neighbour() throws Exception {
    write("00-empty.yaml", "");
    write("01-broken.yaml", "a: [");
    write("02-duplicate.yaml", PodFiles.pod("x") + "kind: Pod\n");
    write("03-kind.yaml", "apiVersion: v1\nkind: Service\n");
    write("04-invalid.yaml", PodFiles.pod("UPPER"));
    Files.write(directory.resolve("05-large.yaml"), new byte[ManifestReader.MAX_BYTES + 1]);
    fifo("06-fifo");
    Files.createSymbolicLink(directory.resolve("07-loop"), Path.of("07-loop"));
    Files.createSymbolicLink(directory.resolve("08-dangling"), Path.of("nowhere"));
    Files.createDirectory(directory.resolve("09-directory"));
    write("10-bomb.yaml", "a: &a [x]\nb: &b [" + "*a , ".repeat(90) + "1]\nc: [*b , *b ]\n");
    write(".hidden.yaml", "a: [");
    write("a.yaml~", "a: [");
    write("good.yaml", PodFiles.pod("good"));

    source.step();
    nextListing();

    assertThat(names()).containsExactly("good-node");
    assertThat(messages()).hasSize(11);
    for (int i = 0; i < 11; i++) {
      assertThat(messages().get(i)).contains("/%02d-".formatted(i));
    }
  }

  @Test
  void exactly_the_largest_size_is_still_read() throws IOException {
    String pod = PodFiles.pod("a");
    String comments = ("#" + "x".repeat(1022) + "\n").repeat(ManifestReader.MAX_BYTES / 1024);
    write("a.yaml", (pod + comments).substring(0, ManifestReader.MAX_BYTES));

    source.step();

    assertThat(names()).containsExactly("a-node");
    assertThat(events).isEmpty();
  }

  @Test
  void of_two_files_with_one_name_the_first_wins_and_the_second_is_told_with_both_names()
      throws IOException {
    write("a.yaml", PodFiles.pod("web", "x:1"));
    write("b.yaml", PodFiles.pod("web", "x:2"));

    source.step();
    nextListing();

    assertThat(snapshots.getLast().pods()).hasSize(1);
    assertThat(PodFiles.image(snapshots.getLast().pods().getFirst())).isEqualTo("x:1");
    assertThat(messages()).singleElement().asString().contains("a.yaml", "b.yaml", "duplicate");
  }

  @Test
  void the_second_takes_over_when_the_first_goes() throws IOException {
    Path first = write("a.yaml", PodFiles.pod("web", "x:1"));
    write("b.yaml", PodFiles.pod("web", "x:2"));
    source.step();

    Files.delete(first);
    source.step();
    settle();

    assertThat(PodFiles.image(snapshots.getLast().pods().getFirst())).isEqualTo("x:2");
  }

  private static String configMap(String name, String value) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "
        + name
        + "}\ndata: {k: "
        + value
        + "}\n";
  }

  private List<String> objects() {
    return snapshots.getLast().objects().stream()
        .map(
            object ->
                object.key().name()
                    + "="
                    + object.data().getOrDefault("k", ByteString.EMPTY).toStringUtf8())
        .toList();
  }

  @Test
  void objects_come_in_the_snapshot_of_the_pods_beside_them() throws IOException {
    write("a.yaml", PodFiles.pod("web"));
    write("b.yaml", configMap("settings", "one") + "---\n" + configMap("more", "two"));

    source.step();

    assertThat(snapshots).hasSize(1);
    assertThat(names()).containsExactly("web-node");
    assertThat(objects()).containsExactly("settings=one", "more=two");
  }

  @Test
  void an_object_changes_and_goes_with_its_file_and_a_typo_changes_nothing() throws IOException {
    Path file = write("a.yaml", configMap("settings", "one"));
    source.step();

    write("a.yaml", configMap("settings", "two"));
    announced("a.yaml");
    assertThat(objects()).containsExactly("settings=two");

    write("a.yaml", configMap("settings", "[three]"));
    announced("a.yaml");
    settle();
    assertThat(objects()).containsExactly("settings=two");
    assertThat(messages()).singleElement().asString().contains("last good objects are kept");

    Files.delete(file);
    source.step();
    settle();
    assertThat(objects()).isEmpty();
  }

  @Test
  void of_two_files_with_one_object_the_first_wins_and_the_second_is_told_with_both_names()
      throws IOException {
    write("a.yaml", configMap("settings", "one"));
    write("b.yaml", configMap("settings", "two") + "---\n" + PodFiles.pod("web"));

    source.step();
    nextListing();

    assertThat(objects()).containsExactly("settings=one");
    assertThat(names()).containsExactly("web-node");
    assertThat(messages())
        .singleElement()
        .asString()
        .contains("a.yaml", "b.yaml", "ConfigMap default/settings");
  }

  @Test
  void files_behind_an_exchanged_symlink_are_found() throws IOException {
    Path one = Files.createDirectory(directory.resolve("..one"));
    Path two = Files.createDirectory(directory.resolve("..two"));
    Files.writeString(one.resolve("a.yaml"), PodFiles.pod("a", "x:1"));
    Files.writeString(two.resolve("a.yaml"), PodFiles.pod("a", "x:2"));
    Files.createSymbolicLink(directory.resolve("..data"), Path.of("..one"));
    Files.createSymbolicLink(directory.resolve("a.yaml"), Path.of("..data/a.yaml"));
    source.step();

    Files.createSymbolicLink(directory.resolve("..tmp"), Path.of("..two"));
    Files.move(
        directory.resolve("..tmp"), directory.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    announced("..data");
    settle();

    assertThat(PodFiles.image(snapshots.getLast().pods().getFirst())).isEqualTo("x:2");
  }

  @Test
  void a_symlink_whose_target_is_away_for_a_moment_ends_nothing() throws IOException {
    Path target = Files.writeString(temp.resolve("target.yaml"), PodFiles.pod("a"));
    Files.createSymbolicLink(directory.resolve("a.yaml"), target);
    source.step();

    Files.delete(target);
    source.step();
    Files.writeString(target, PodFiles.pod("a"));
    settle();
    settle();
    assertThat(snapshots).hasSize(1);

    Files.delete(target);
    source.step();
    settle();
    assertThat(names()).isEmpty();
    assertThat(messages()).singleElement().asString().contains("symlink");
  }

  @Test
  void a_directory_that_becomes_a_symlink_to_itself_keeps_the_pods() throws IOException {
    write("a.yaml", PodFiles.pod("a"));
    source.step();
    Path hidden = temp.resolve("hidden");
    Files.move(directory, hidden);
    Files.createSymbolicLink(directory, hidden);

    nextListing();
    settle();

    assertThat(names()).containsExactly("a-node");
    assertThat(snapshots).hasSize(1);
  }

  @Test
  void unknown_fields_do_not_stop_a_pod_and_make_no_event() throws IOException {
    write("a.yaml", PodFiles.pod("a") + "    imagePulPolicy: Never\n");

    source.step();

    assertThat(names()).containsExactly("a-node");
    assertThat(events).isEmpty();
  }

  @Test
  void a_closed_source_is_done() {
    source.step();
    source.close();
    assertThat(source.step()).isEqualTo(Lane.Next.DONE);
  }

  private void fifo(String name) throws Exception {
    Process process = new ProcessBuilder("mkfifo", directory.resolve(name).toString()).start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void manifestsThatDoNotFitAreAProblemOfTheirFilesAlone() throws IOException {
    source = sourceOf(directory, 20_000);
    write("a.yaml", PodFiles.pod("a") + "#" + "x".repeat(12_000));
    source.step();
    write("b.yaml", PodFiles.pod("b") + "#" + "x".repeat(12_000));
    announced("b.yaml");
    assertThat(names()).containsExactly("a-node");
    assertThat(events)
        .extracting(NodeEvent::message)
        .anyMatch(
            message ->
                message.contains("b.yaml")
                    && message.contains("does not fit into memory")
                    && message.contains("of the 20000 bytes that manifests may have are in use"));

    Files.delete(directory.resolve("a.yaml"));
    nextListing();
    timers.advance(ManifestFiles.GRACE);
    source.step();
    nextListing();
    assertThat(names()).containsExactly("b-node");
  }
}
