package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class JournalPlanTest {
  private static final PodUid WEB = new PodUid("uid-web");

  private static Map<PodUid, JournalPlan.Recorded> onDisk(JournalEntry entry) {
    return Map.of(PodUid.of(entry.pod()), JournalPlan.Recorded.by(entry));
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        row("nothing", false, b -> b),
        row("a label", true, b -> b.editMetadata().addToLabels("a", "b").endMetadata()),
        row("an annotation", true, b -> b.editMetadata().addToAnnotations("a", "b").endMetadata()),
        row(
            "the agent's own mark",
            false,
            b ->
                b.editMetadata()
                    .addToAnnotations("kubernetes.io/config.seen", "now")
                    .endMetadata()),
        row("a version", false, b -> b.editMetadata().withResourceVersion("8").endMetadata()),
        row(
            "its deletion",
            true,
            b -> b.editMetadata().withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata()),
        row(
            "its image",
            true,
            b -> b.editSpec().editContainer(0).withImage("x").endContainer().endSpec()),
        row("its phase", true, b -> b.editStatus().withPhase("Succeeded").endStatus()),
        row(
            "its start",
            true,
            b -> b.editStatus().withStartTime("2026-01-01T00:00:00Z").endStatus()),
        row(
            "a restart",
            true,
            b ->
                b.editStatus()
                    .addNewContainerStatus()
                    .withName("main")
                    .withRestartCount(1)
                    .endContainerStatus()
                    .endStatus()),
        row(
            "its readiness",
            false,
            b ->
                b.editStatus()
                    .addNewCondition()
                    .withType("Ready")
                    .withStatus("True")
                    .endCondition()
                    .endStatus()));
  }

  private static Arguments row(String what, boolean written, UnaryOperator<PodBuilder> change) {
    return Arguments.of(what, written, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void anEntryIsWrittenAnewForWhatMatters(
      String what, boolean written, UnaryOperator<PodBuilder> change) {
    JournalEntry before = Journals.entry("web");
    Pod pod = change.apply(new PodBuilder(before.pod())).build();
    JournalPlan plan =
        JournalPlan.between(
            onDisk(before), List.of(new JournalEntry(pod, before.accepted(), before.facts())));
    assertThat(plan.removals()).isEmpty();
    assertThat(plan.writes()).hasSize(written ? 1 : 0);
  }

  @Test
  void anotherValueOfWhatItUsesIsWritten() {
    JournalEntry before = Journals.entry("web");
    JournalEntry after =
        new JournalEntry(before.pod(), before.accepted(), Journals.facts("web", "another"));
    assertThat(JournalPlan.between(onDisk(before), List.of(after)).writes()).containsExactly(after);
  }

  @Test
  void whatIsGoneIsRemovedAndWhatIsNewWritten() {
    JournalEntry next = Journals.entry("next");
    JournalPlan plan = JournalPlan.between(onDisk(Journals.entry("web")), List.of(next));
    assertThat(plan.removals()).containsExactly(WEB);
    assertThat(plan.writes()).containsExactly(next);
  }
}
