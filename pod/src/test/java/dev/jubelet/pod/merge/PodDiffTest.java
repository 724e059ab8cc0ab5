package dev.jubelet.pod.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Rule("17.5")
class PodDiffTest {
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = FIRST.plusSeconds(60);

  private static PodDiff first(Pod... pods) {
    return PodDiff.between(Map.of(), List.of(pods), SourceKind.API, FIRST);
  }

  private static PodDiff then(PodDiff before, Pod... pods) {
    return PodDiff.between(before.pods(), List.of(pods), SourceKind.API, LATER);
  }

  private static String kind(PodChange change) {
    return change.getClass().getSimpleName();
  }

  static Stream<Arguments> differences() {
    return Stream.of(
        row("nothing", pod -> {}, ""),
        row("image", pod -> pod.getSpec().getContainers().getFirst().setImage("x"), "Updated"),
        row("labels", pod -> pod.getMetadata().setLabels(Map.of("a", "b")), "Updated"),
        row("no labels", pod -> pod.getMetadata().setLabels(Map.of()), ""),
        row("annotations", pod -> pod.getMetadata().setAnnotations(Map.of("a", "b")), "Updated"),
        row(
            "own annotations",
            pod ->
                pod.getMetadata()
                    .setAnnotations(
                        Map.of(
                            Annotations.SOURCE,
                            "x",
                            Annotations.SEEN,
                            "y",
                            Annotations.MIRROR,
                            "z")),
            ""),
        row(
            "hash",
            pod -> pod.getMetadata().setAnnotations(Map.of(Annotations.HASH, "b")),
            "Updated"),
        row(
            "deletion",
            pod -> pod.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z"),
            "Deleted"),
        row("grace", pod -> pod.getMetadata().setDeletionGracePeriodSeconds(5L), "Updated"),
        row("version", pod -> pod.getMetadata().setResourceVersion("7"), ""),
        row("status", pod -> pod.getStatus().setPhase("Running"), "Reconciled"),
        row(
            "status and spec",
            pod -> {
              pod.getStatus().setPhase("Running");
              pod.getSpec().setHostname("x");
            },
            "Updated"));
  }

  private static Arguments row(String what, Consumer<Pod> change, String kind) {
    return Arguments.of(what, change, kind);
  }

  @ParameterizedTest(name = "{0} -> {2}")
  @MethodSource("differences")
  void a_difference_becomes_the_right_change(String what, Consumer<Pod> change, String kind) {
    PodDiff after = then(first(Pods.pod("a")), Pods.pod("a", change));

    assertThat(after.changes().stream().map(PodDiffTest::kind).collect(Collectors.joining()))
        .as(what)
        .isEqualTo(kind);
  }

  @Test
  void a_new_pod_is_marked_without_touching_the_sources_own() {
    Pod given = Pods.pod("a");

    PodDiff diff = first(given);

    assertThat(diff.changes().getFirst().pod().getMetadata().getAnnotations())
        .containsEntry(Annotations.SOURCE, "api")
        .containsEntry(Annotations.SEEN, "2026-01-01T00:00:00Z");
    assertThat(given.getMetadata().getAnnotations()).isNullOrEmpty();
  }

  @Test
  void an_update_keeps_when_the_pod_was_first_seen() {
    PodDiff after = then(first(Pods.pod("a")), Pods.pod("a", p -> p.getSpec().setHostname("x")));

    Pod pod = after.changes().getFirst().pod();
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry(Annotations.SEEN, FIRST.toString())
        .containsEntry(Annotations.SOURCE, "api");
    assertThat(pod.getSpec().getHostname()).isEqualTo("x");
    assertThat(after.pods()).containsEntry(new PodUid("a"), pod);
  }

  @Test
  void a_change_that_was_passed_on_is_not_passed_on_again() {
    Pod changed = Pods.pod("a", p -> p.getStatus().setPhase("Running"));
    PodDiff after = then(first(Pods.pod("a")), changed);

    assertThat(then(after, changed).changes()).isEmpty();
  }

  @Test
  void changes_come_in_the_order_removed_added_updated_deleted_reconciled() {
    PodDiff before = first(Pods.pod("keep"), Pods.pod("end"), Pods.pod("gone"), Pods.pod("seen"));

    PodDiff after =
        then(
            before,
            Pods.pod("seen", p -> p.getStatus().setPhase("Running")),
            Pods.pod("end", p -> p.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z")),
            Pods.pod("keep", p -> p.getSpec().setHostname("x")),
            Pods.pod("new"));

    assertThat(after.changes())
        .extracting(PodDiffTest::kind)
        .containsExactly("Removed", "Added", "Updated", "Deleted", "Reconciled");
  }

  @Property(tries = 300)
  void carrying_out_the_changes_gives_what_is_wanted(
      @ForAll @Size(max = 6) Set<@IntRange(max = 9) Integer> before,
      @ForAll @Size(max = 6) Set<@IntRange(max = 9) Integer> after) {
    PodDiff start = first(pods(before));
    PodDiff end = then(start, pods(after));

    Map<PodUid, Pod> state = new LinkedHashMap<>(start.pods());
    for (PodChange change : end.changes()) {
      PodUid uid = PodUid.of(change.pod());
      if (change instanceof PodChange.Removed) {
        assertThat(state.remove(uid)).isNotNull();
      } else {
        assertThat(state.put(uid, change.pod())).isNull();
      }
    }
    assertThat(state).isEqualTo(end.pods());
    assertThat(state.keySet()).hasSameSizeAs(after);
  }

  private static Pod[] pods(Set<Integer> ids) {
    return ids.stream().map(i -> Pods.pod("u" + i)).toArray(Pod[]::new);
  }
}
