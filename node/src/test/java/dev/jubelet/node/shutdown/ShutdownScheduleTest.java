package dev.jubelet.node.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShutdownScheduleTest {
  private static final ShutdownSchedule BY_PRIORITY =
      new ShutdownSchedule(
          List.of(
              new PriorityGrace(1000, 120),
              new PriorityGrace(100_000, 10),
              new PriorityGrace(-5, 60),
              new PriorityGrace(10_000, 180)));

  @ParameterizedTest
  @CsvSource(
      value = {
        "-2147483648 | -5",
        "-6 | -5",
        "-5 | -5",
        "null | -5",
        "0 | -5",
        "999 | -5",
        "1000 | 1000",
        "9999 | 1000",
        "10000 | 10000",
        "99999 | 10000",
        "100000 | 100000",
        "2000000000 | 100000"
      },
      delimiter = '|',
      nullValues = "null")
  void aPodIsInTheHighestGroupThatItReaches(Integer priority, int group) {
    List<ShutdownGroup> groups = BY_PRIORITY.groups(List.of(PodsToEnd.pod("a", priority, 30L)));
    assertThat(groups).extracting(found -> found.grace().priority()).containsExactly(group);
  }

  @Test
  void groupsComeInTheOrderOfTheirPriorities() {
    List<Pod> pods =
        List.of(
            PodsToEnd.pod("high", 200_000, 30L),
            PodsToEnd.pod("low", 0, 30L),
            PodsToEnd.pod("other-high", 100_000, 30L));
    assertThat(BY_PRIORITY.groups(pods))
        .extracting(group -> group.pods().stream().map(pod -> pod.getMetadata().getName()).toList())
        .containsExactly(List.of("low"), List.of("high", "other-high"));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "30s of the pod  | 30 | 120 | 30",
        "more than there is | 600 | 120 | 120",
        "as much as there is | 120 | 120 | 120",
        "nothing of its own | null | 120 | 120",
        "no time at all | 0 | 120 | 0",
        "no time in the group | 30 | 0 | 0"
      },
      delimiter = '|',
      nullValues = "null")
  void aPodGetsWhatItAsksForUpToThatOfItsGroup(String what, Long own, long group, long expected) {
    Pod pod = PodsToEnd.pod("a", 0, own);
    ShutdownGroup of = new ShutdownGroup(new PriorityGrace(0, group), List.of(pod));
    assertThat(of.graceSecondsOf(pod)).as(what).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "30, 10, 20, 10",
    "30, 0, 30, 0",
    "30, 30, 0, 30",
    "1, 1, 0, 1",
  })
  void theTwoPeriodsAreTwoGroups(long whole, long critical, long first, long second) {
    ShutdownSchedule schedule =
        ShutdownSchedule.ofPeriods(Duration.ofSeconds(whole), Duration.ofSeconds(critical));
    assertThat(schedule.graces())
        .containsExactly(new PriorityGrace(0, first), new PriorityGrace(2_000_000_000, second));
    assertThat(schedule.total()).isEqualTo(Duration.ofSeconds(whole));
    assertThat(schedule.isEnabled()).isTrue();
  }

  @Test
  void withoutAPeriodNothingIsEnded() {
    assertThat(ShutdownSchedule.ofPeriods(Duration.ZERO, Duration.ZERO).isEnabled()).isFalse();
    assertThat(BY_PRIORITY.total()).isEqualTo(Duration.ofSeconds(370));
  }
}
