package dev.jubelet.pod.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

@Rule("17.5")
class MergerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Merger.Duplicate> duplicates = new ArrayList<>();
  private final Merger merger = new Merger(Set.of(SourceKind.FILE, SourceKind.HTTP));

  private List<PodChange> accept(SourceKind source, Pod... pods) {
    Merger.Merged merged = merger.accept(new SourceSnapshot(source, List.of(pods)), NOW);
    duplicates.addAll(merged.duplicates());
    return merged.changes();
  }

  @Test
  void sources_do_not_remove_one_anothers_pods() {
    accept(SourceKind.FILE, Pods.pod("a"));

    assertThat(accept(SourceKind.HTTP, Pods.pod("b")))
        .singleElement()
        .isInstanceOf(PodChange.Added.class);
    assertThat(accept(SourceKind.HTTP))
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change).isInstanceOf(PodChange.Removed.class);
              assertThat(change.source()).isEqualTo(SourceKind.HTTP);
            });
  }

  @Test
  void all_sources_are_seen_once_each_has_spoken_even_without_pods() {
    assertThat(merger.allSourcesSeen()).isFalse();
    accept(SourceKind.FILE);
    assertThat(merger.seenSources()).containsExactly(SourceKind.FILE);
    assertThat(merger.allSourcesSeen()).isFalse();
    accept(SourceKind.HTTP);
    assertThat(merger.allSourcesSeen()).isTrue();
  }

  @Test
  void what_a_source_last_wanted_counts_until_it_speaks_and_is_not_its_word() {
    accept(SourceKind.FILE);
    SourceSnapshot last =
        new SourceSnapshot(SourceKind.HTTP, List.of(Pods.pod("kept"), Pods.pod("gone")));
    assertThat(merger.acceptProvisional(last, NOW).changes())
        .hasSize(2)
        .allMatch(PodChange.Added.class::isInstance);
    assertThat(merger.allSourcesSeen()).isFalse();

    assertThat(accept(SourceKind.HTTP, Pods.pod("kept")))
        .singleElement()
        .isInstanceOf(PodChange.Removed.class);
    assertThat(merger.allSourcesSeen()).isTrue();
    assertThat(merger.acceptProvisional(last, NOW).changes()).isEmpty();
  }

  @Test
  void without_any_source_all_are_seen() {
    assertThat(new Merger(Set.of()).allSourcesSeen()).isTrue();
  }

  @Test
  void the_same_snapshot_again_changes_nothing() {
    accept(SourceKind.FILE, Pods.pod("a"));
    assertThat(accept(SourceKind.FILE, Pods.pod("a"))).isEmpty();
  }

  @Test
  void a_uid_that_another_source_has_is_refused_and_told_once() {
    accept(SourceKind.API, Pods.pod("a"));

    assertThat(accept(SourceKind.FILE, Pods.pod("a"))).isEmpty();
    assertThat(accept(SourceKind.FILE, Pods.pod("a"))).isEmpty();

    assertThat(duplicates).hasSize(1);
  }

  @Test
  void a_refused_uid_is_taken_over_when_its_owner_lets_go() {
    accept(SourceKind.API, Pods.pod("a"));
    accept(SourceKind.FILE, Pods.pod("a"));

    List<PodChange> changes = accept(SourceKind.API);

    assertThat(changes)
        .satisfiesExactly(
            change -> assertThat(change).isInstanceOf(PodChange.Removed.class),
            change -> {
              assertThat(change).isInstanceOf(PodChange.Added.class);
              assertThat(change.source()).isEqualTo(SourceKind.FILE);
            });
  }

  @Test
  void a_uid_that_stands_twice_in_a_snapshot_counts_once() {
    assertThat(accept(SourceKind.FILE, Pods.pod("a"), Pods.pod("a"))).hasSize(1);
    assertThat(duplicates).hasSize(1);
  }
}
