package dev.jubelet.image.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The choice as tables. An image is written as {@code name:size[:marks]} with the marks u for in
 * use, p for pinned, s for the sandbox image, i for imported, {@code -5} for last used five minutes
 * ago and {@code +5} for first seen five minutes ago; without the latter it is older than the
 * agent.
 */
class CollectionPlannerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(1));
  private static final long CAPACITY = 1000;

  private static CollectionSettings settings(String maximumAge) {
    return new CollectionSettings(85, 80, Duration.ofMinutes(2), Duration.parse(maximumAge), false);
  }

  private static ImageDisk disk(long available) {
    return new ImageDisk("/images", CAPACITY, available);
  }

  @ParameterizedTest(name = "{0} with {1} of 1000 available: {2}")
  @CsvSource({
    // Nothing below the high threshold, however little is missing.
    "'a:100', 160, ''",
    "'a:100', 1000, ''",
    // At the threshold, down to 20 % available.
    "'a:100', 159, 'a=SPACE'",
    "'a:100', 0, 'a=SPACE'",
    // Never used go first, then those unused for longest; the walk ends when it is enough.
    "'a:30:-9 b:30 c:30:-20', 150, 'b=SPACE c=SPACE'",
    "'a:50:-9 b:50:-8 c:50:-20', 150, 'c=SPACE'",
    "'a:50:-9 b:50:-8 c:50:-20', 100, 'c=SPACE a=SPACE'",
    // With equal use, those seen first.
    "'a:50:+9 b:50:+30 c:50:+20', 150, 'b=SPACE'",
    "'a:50:+9 b:50', 150, 'b=SPACE'",
    // What may not go.
    "'a:100:u b:100:p c:100:s', 100, ''",
    "'a:100:u b:10', 100, 'b=SPACE'",
    // Too young, by seconds too.
    "'a:100:+1', 100, ''",
    "'a:100:+2', 100, 'a=SPACE'",
    // Imported ones stay while the others bring the disk below the high threshold.
    "'a:100:i b:60', 100, 'b=SPACE'",
    "'a:100:i b:50', 100, 'b=SPACE a=LAST_RESORT'",
    "'a:100:i', 149, 'a=LAST_RESORT'",
    "'a:100:i', 160, ''",
    // Imported ones also go least recently used first, and no more than needed.
    "'a:60:i-9 b:60:i-20', 149, 'b=LAST_RESORT'",
    "'a:60:i-9 b:60:i-20 c:10', 50, 'c=SPACE b=LAST_RESORT a=LAST_RESORT'",
    // Imported, but used, pinned or young.
    "'a:60:iu b:60:ip c:60:i+1', 50, ''",
  })
  void freesSpace(String images, long available, String expected) {
    CollectionPlan plan =
        new CollectionPlanner(settings("PT0S")).pass(images(images), disk(available), NOW, NOW);

    assertThat(told(plan)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} after {1} minutes: {2}")
  @CsvSource({
    // Nothing before the agent has watched for as long.
    "'a:10', 60, ''",
    "'a:10', 61, 'a=AGE'",
    "'a:10:-70', 61, 'a=AGE'",
    "'a:10:-60', 100, ''",
    "'a:10:-61', 100, 'a=AGE'",
    // Never used ones qualify at once, whatever their age.
    "'a:10:+1', 100, 'a=AGE'",
    "'a:10:u b:10:p c:10:s d:10:-59 e:10:-99 f:10', 100, 'f=AGE e=AGE'",
    // Imported ones have no age.
    "'a:10:i b:10:i-99', 100, ''",
  })
  void removesWhatIsUnusedForTooLong(String images, int minutes, String expected) {
    CollectionPlan plan =
        new CollectionPlanner(settings("PT1H"))
            .pass(images(images), disk(CAPACITY), NOW.minus(Duration.ofMinutes(minutes)), NOW);

    assertThat(told(plan)).isEqualTo(expected);
  }

  @Test
  void whatAgeFreesIsNotFreedAgainForSpace() {
    CollectionPlanner planner = new CollectionPlanner(settings("PT1H"));

    CollectionPlan plan =
        planner.pass(images("old:60:-70 young:60:-9 other:60:-8"), disk(100), LONG_AGO, NOW);
    assertThat(told(plan)).isEqualTo("old=AGE");

    CollectionPlan more =
        planner.pass(images("old:40:-70 young:60:-9 other:60:-8"), disk(100), LONG_AGO, NOW);
    assertThat(told(more)).isEqualTo("old=AGE young=SPACE");
    assertThat(more.bytesToFree()).isEqualTo(60);
  }

  @Test
  void saysWhyImagesStay() {
    CollectionPlan plan =
        new CollectionPlanner(settings("PT0S"))
            .pass(
                images("a:10:u b:10:p c:10:s d:10:+1 e:10:i f:500:-9 g:10:-8"),
                disk(100),
                NOW,
                NOW);

    assertThat(told(plan)).isEqualTo("f=SPACE");
    assertThat(kept(plan)).isEqualTo("a=IN_USE b=PINNED c=SANDBOX d=YOUNG e=IMPORTED g=NOT_NEEDED");
    assertThat(
            kept(
                new CollectionPlanner(settings("PT1H"))
                    .pass(images("a:10:-59"), disk(CAPACITY), LONG_AGO, NOW)))
        .isEqualTo("a=NOT_OLD");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "'a:10 b:10:u c:10:p d:10:s e:10:+1', 'a=SPACE'",
    "'a:10:i b:10:-1 c:10:-5', 'c=SPACE b=SPACE a=LAST_RESORT'",
    "'', ''",
  })
  void aFullDiskTakesAllThatIsUnused(String images, String expected) {
    CollectionPlan plan = new CollectionPlanner(settings("PT0S")).everything(images(images), NOW);

    assertThat(told(plan)).isEqualTo(expected);
  }

  @Test
  void anImageWithoutAnyNameIsNotTakenForAnImportedOne() {
    KnownImage nameless =
        new KnownImage(
            "n",
            "n",
            List.of(),
            List.of(),
            100,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty());

    assertThat(
            told(
                new CollectionPlanner(settings("PT0S"))
                    .pass(List.of(nameless), disk(100), NOW, NOW)))
        .isEqualTo("n=SPACE");
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 150, 85, 50, '1000 B'",
    "1000, 151, 85, 49, '1000 B'",
    "1000, 159, 85, 41, '1000 B'",
    "1000, 160, 84, 40, '1000 B'",
    "1000, 2000, 0, -800, '1000 B'",
    "0, 0, 100, 0, '0 B'",
    "123100000000, 0, 100, 24620000000, '114.6 GiB'",
    "1024, 1024, 0, -820, '1.0 KiB'",
    "2251799813685248, 0, 100, 450359962737049, '2048.0 TiB'",
  })
  void figuresOfADisk(long capacity, long available, int used, long toFree, String text) {
    ImageDisk disk = new ImageDisk("/", capacity, available);

    assertThat(disk.usedPercent()).isEqualTo(used);
    assertThat(disk.bytesUntil(80)).isEqualTo(toFree);
    assertThat(disk.capacityText()).isEqualTo(text);
  }

  /** Whatever there is: all images are in the plan once, none that must stay goes, none in vain. */
  @Property(tries = 300)
  void everyImageIsJudgedOnceAndNothingGoesInVain(
      @ForAll @Size(max = 12) List<@IntRange(max = 4095) Integer> dice,
      @ForAll @IntRange(max = 1000) int available) {
    List<KnownImage> images = new ArrayList<>();
    for (int i = 0; i < dice.size(); i++) {
      images.add(random("r" + i, dice.get(i)));
    }
    ImageDisk disk = disk(available);
    CollectionPlan plan = new CollectionPlanner(settings("PT0S")).pass(images, disk, NOW, NOW);

    assertThat(plan.deletions().size() + plan.kept().size()).isEqualTo(images.size());
    assertThat(plan.deletions())
        .allMatch(d -> d.image().guard().isEmpty() && !d.image().isUsedAt(NOW));
    if (disk.usedPercent() < 85) {
      assertThat(plan.deletions()).isEmpty();
    } else if (!plan.deletions().isEmpty()) {
      long withoutTheLast =
          plan.deletions().stream().mapToLong(d -> d.image().sizeBytes()).sum()
              - plan.deletions().getLast().image().sizeBytes();
      assertThat(withoutTheLast).isLessThan(plan.bytesToFree());
    }
  }

  private static KnownImage random(String name, int dice) {
    String marks =
        ((dice & 1) != 0 ? "i" : "")
            + ((dice & 6) == 6 ? "u" : "")
            + ((dice & 24) == 24 ? "p" : "")
            + "-"
            + (1 + (dice >> 5 & 7))
            + "+"
            + (dice >> 8 & 7);
    return image(name + ":" + (1 + (dice >> 4 & 63)) + ":" + marks);
  }

  private static String told(CollectionPlan plan) {
    return plan.deletions().stream()
        .map(d -> d.image().id() + "=" + d.reason())
        .collect(Collectors.joining(" "));
  }

  private static String kept(CollectionPlan plan) {
    return plan.kept().stream()
        .map(k -> k.image().id() + "=" + k.reason())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static List<KnownImage> images(String text) {
    return text.isEmpty()
        ? List.of()
        : List.of(text.split(" ")).stream().map(CollectionPlannerTest::image).toList();
  }

  private static KnownImage image(String text) {
    String[] parts = text.split(":", 3);
    String marks = parts.length < 3 ? "" : parts[2];
    boolean used = marks.contains("u");
    Optional<KeepReason> guard =
        marks.contains("p")
            ? Optional.of(KeepReason.PINNED)
            : marks.contains("s") ? Optional.of(KeepReason.SANDBOX) : Optional.empty();
    return new KnownImage(
        parts[0],
        parts[0],
        List.of("localhost/" + parts[0] + ":1"),
        marks.contains("i") ? List.of() : List.of("localhost/" + parts[0] + "@sha256:1"),
        Long.parseLong(parts[1]),
        guard,
        List.of(),
        minutesAgo(marks, '+'),
        used ? Optional.of(NOW) : minutesAgo(marks, '-'));
  }

  private static Optional<Instant> minutesAgo(String marks, char sign) {
    int at = marks.indexOf(sign);
    if (at < 0) {
      return Optional.empty();
    }
    String digits = marks.substring(at + 1).replaceFirst("[^0-9].*", "");
    return Optional.of(NOW.minus(Duration.ofMinutes(Long.parseLong(digits))));
  }
}
