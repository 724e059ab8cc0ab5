package dev.jubelet.pod.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.collect.KnownPods.Standing;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Containers are written as {@code pod/name age state}, where a larger age is older, and are called
 * by pod, name and age in what is removed.
 */
final class CollectionRulesTest {
  private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");
  private static final CollectionSettings DEFAULT = limits(1, -1);

  private final List<ListedContainer> containers = new ArrayList<>();
  private final List<ListedSandbox> sandboxes = new ArrayList<>();
  private final List<String> directories = new ArrayList<>();
  private final List<String> links = new ArrayList<>();
  private final Map<PodUid, Standing> standings = new HashMap<>();
  private boolean isAll = true;
  private boolean clearsEnded;

  @ParameterizedTest
  @CsvSource({
    // An instance runs: the limit counts the dead ones behind it.
    "1, -1, p/a 1 R|p/a 2 E|p/a 3 E|p/a 4 E, p/a4 p/a3",
    "2, -1, p/a 1 R|p/a 2 E|p/a 3 E|p/a 4 E, p/a4",
    "0, -1, p/a 1 R|p/a 2 E|p/a 3 E|p/a 4 E, p/a4 p/a3 p/a2",
    "-1, -1, p/a 1 R|p/a 2 E|p/a 3 E|p/a 4 E, ''",
    // None runs: the newest is what the status shows, whatever the limit.
    "1, -1, p/a 2 E|p/a 3 E, p/a3",
    "0, -1, p/a 2 E|p/a 3 E, p/a3",
    "0, -1, p/a 2 C|p/a 3 E, p/a3",
    "0, 0, p/a 2 E|p/b 3 U, ''",
    // Containers of one name in two pods, and of two names in one pod, are counted apart.
    "1, -1, p/a 2 E|p/b 3 E|q/a 4 E, ''",
    // The limit in all: each is cut to its share first, then the oldest of any.
    "-1, 4, p/a 1 R|p/a 2 E|p/a 3 E|p/a 4 E|q/b 1 R|q/b 5 E|q/b 6 E, p/a4",
    "-1, 2, p/a 1 R|p/a 2 E|p/a 3 E|p/a 4 E|q/b 1 R|q/b 5 E|q/b 6 E, p/a4 p/a3 q/b6",
    "-1, 1, p/a 1 R|p/a 2 E|p/a 3 E|q/b 1 R|q/b 5 E|q/b 6 E, p/a3 q/b6 q/b5",
    "-1, 0, p/a 1 R|p/a 2 E|p/a 3 E|q/b 1 R|q/b 5 E, p/a3 q/b5 p/a2",
    "1, 1, p/a 2 E|q/a 3 E|q/a 4 E|q/b 1 R|q/b 9 E, q/a4 q/b9"
  })
  void deadContainersBeyondTheLimitsGoOldestFirst(
      int perContainer, int inAll, String there, String removed) {
    alive("p", "q");
    there(there);
    assertThat(decide(limits(perContainer, inAll))).isEqualTo(words(removed));
  }

  @ParameterizedTest
  @CsvSource({"0, p/a5 p/a4 p/a3", "3, p/a5 p/a4", "5, ''"})
  void youngOnesAreLeftAlone(int minAgeMinutes, String removed) {
    alive("p");
    there("p/a 1 R|p/a 2 E|p/a 3 E|p/a 4 E|p/a 5 E");
    CollectionSettings settings =
        new CollectionSettings(Duration.ofMinutes(minAgeMinutes), minAgeMinutes == 0 ? 1 : 0, -1);
    assertThat(decide(settings)).isEqualTo(words(removed));
  }

  @ParameterizedTest
  @CsvSource({
    // standing, all pods known, for eviction; what goes of p/a 1 E and p/a 2 E
    "ALIVE, true, false, p/a2",
    "ALIVE, true, true, p/a2",
    "ENDED_STATIC, true, true, p/a2",
    "ENDED, true, false, p/a2",
    "ENDED, true, true, p/a2 p/a1 sandbox",
    "ENDED, false, true, p/a2 p/a1 sandbox",
    "EVICTED, true, false, p/a2 p/a1 sandbox logs",
    "'', true, false, p/a2 p/a1 sandbox logs",
    "'', false, false, p/a2",
    "'', false, true, p/a2"
  })
  void whatGoesDependsOnTheStandingOfThePod(
      String standing, boolean all, boolean eviction, String removed) {
    if (!standing.isEmpty()) {
      standings.put(new PodUid("p"), Standing.valueOf(standing));
    }
    isAll = all;
    clearsEnded = eviction;
    there("p/a 1 E|p/a 2 E");
    sandbox("p", "sandbox-p", 3, false);
    directories.add("ns_web_p");
    assertThat(decide(DEFAULT))
        .isEqualTo(words(removed.replace("sandbox", "sandbox-p").replace("logs", "ns_web_p")));
  }

  @Test
  void aRunningContainerAndItsSandboxStayEvenOfAPodThatIsGone() {
    there("p/a 1 R|p/b 2 E");
    sandbox("p", "sandbox-p", 3, true);
    assertThat(decide(DEFAULT)).containsExactly("p/b2");
  }

  @Test
  void aLivingPodKeepsItsNewestSandboxAndThoseWithContainers() {
    alive("p");
    sandbox("p", "newest", 1, false);
    sandbox("p", "sandbox-p", 2, false);
    sandbox("p", "older", 3, false);
    sandbox("p", "oldest", 4, false);
    there("p/a 1 R|p/a 2 E");
    assertThat(decide(DEFAULT)).containsExactly("oldest", "older");
    containers.clear();
    assertThat(decide(DEFAULT)).containsExactly("oldest", "older", "sandbox-p");
  }

  @Test
  void aSandboxGoesWithItsLastContainer() {
    alive("p");
    sandbox("p", "newest", 1, true);
    sandbox("p", "sandbox-p", 2, false);
    there("p/a 2 E|p/a 3 E");
    containers.set(0, in("newest", containers.getFirst()));
    assertThat(decide(DEFAULT)).containsExactly("p/a3", "sandbox-p");
  }

  @ParameterizedTest
  @CsvSource({
    "web_ns_a-0000000001.log, R, false",
    "web_ns_a-0000000001.log, C, false",
    "web_ns_a-0000000001.log, U, false",
    "web_ns_a-0000000001.log, E, true",
    "web_ns_a-00000000.log, R, false",
    "web_ns_a-00000.log, R, true",
    "web_ns_a-ffffffffff.log, R, true",
    "nonsense.log, R, true"
  })
  void aLinkWithoutALogGoesUnlessItsContainerMayWriteOne(String link, String state, boolean goes) {
    alive("p");
    containers.add(container("0000000001", "p", "a", 1, state));
    links.add(link);
    assertThat(decide(DEFAULT)).isEqualTo(goes ? List.of(link) : List.of());
  }

  @Test
  void everyRemovalSaysWhy() {
    alive("p");
    there("p/a 1 R|p/a 2 E|p/a 3 E|q/a 4 E");
    assertThat(removals(limits(1, 0)))
        .extracting(removal -> removal.what() + " " + removal.reason().label())
        .containsExactly(
            "container pod_gone", "container limit_per_container", "container limit_in_all");
  }

  private static CollectionSettings limits(int perContainer, int inAll) {
    return new CollectionSettings(Duration.ZERO, perContainer, inAll);
  }

  private void alive(String... pods) {
    for (String pod : pods) {
      standings.put(new PodUid(pod), Standing.ALIVE);
    }
  }

  private void there(String text) {
    for (String one : text.split("\\|", -1)) {
      String[] parts = one.split("[/ ]", -1);
      int age = Integer.parseInt(parts[2]);
      String id = parts[0] + "/" + parts[1] + age;
      containers.add(container(id, parts[0], parts[1], age, parts[3]));
    }
  }

  private static ListedContainer container(
      String id, String pod, String name, int age, String state) {
    return new ListedContainer(
        id,
        new PodUid(pod),
        new PodKey("ns", "web"),
        name,
        "sandbox-" + pod,
        Arrays.stream(State.values())
            .filter(value -> value.name().startsWith(state))
            .findFirst()
            .orElseThrow(),
        NOW.minus(Duration.ofMinutes(age)),
        0,
        2);
  }

  private static ListedContainer in(String sandbox, ListedContainer c) {
    return new ListedContainer(
        c.id(), c.pod(), c.key(), c.name(), sandbox, c.state(), c.createdAt(), 0, 2);
  }

  private void sandbox(String pod, String id, int age, boolean ready) {
    sandboxes.add(
        new ListedSandbox(
            id,
            new PodUid(pod),
            new PodKey("ns", "web"),
            ready,
            NOW.minus(Duration.ofMinutes(age))));
  }

  private List<String> decide(CollectionSettings settings) {
    return removals(settings).stream().map(CollectionRulesTest::name).toList();
  }

  private List<Removal> removals(CollectionSettings settings) {
    return CollectionRules.decide(
        new Holdings(containers, sandboxes, directories, links),
        new KnownPods(standings, isAll),
        settings,
        clearsEnded,
        NOW);
  }

  private static String name(Removal removal) {
    return switch (removal) {
      case Removal.RemoveContainer(ListedContainer container, _) -> container.id();
      case Removal.RemoveSandbox(ListedSandbox sandbox, _) -> sandbox.id();
      case Removal.RemoveLogDirectory(String name, _, _) -> name;
      case Removal.RemoveLink(String name, _) -> name;
    };
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
  }
}
